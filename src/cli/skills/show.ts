import { showHidden, showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { sourceOf } from './list.ts';
import { readName, withApp } from './with-app.ts';

/** `skills show`: what a person reads before they let a model go by it. */
export const command: Command = {
  name: 'skills show',
  summary: 'Show a skill: its instructions, files, findings, and where it comes from',
  usage: 'skills show [flags] NAME',
  examples: ['bailiwick skills show skill-author', 'bailiwick skills show --json skill-author'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withApp(context, async ({ skills }) => {
      const skill = await skills.find(readName(args, 'skills show'));
      const { text, files } = await skills.read(skill);
      if (booleanFlag(args, 'json')) {
        const { name, description, state, file, allowedTools, notes, findings, shadows } = skill;
        const { license, compatibility, metadata, extra, body } = text;
        const about = { license, compatibility, metadata, extra, body };
        out.json({
          name,
          description,
          state,
          source: sourceOf(skill),
          file,
          allowedTools,
          notes,
          findings,
          shadows,
          files,
          ...about,
        });
        return 0;
      }
      const rows = [
        `${skill.name} (${skill.state}, ${sourceOf(skill)})`,
        skill.description,
        skill.file,
        ...(skill.allowedTools.length === 0
          ? []
          : [`asks for: ${skill.allowedTools.join(' ')} (nothing is granted by that)`]),
        ...files.map((file) => `file: ${file}`),
        ...skill.notes.map(({ message }) => `note: ${message}`),
        ...skill.findings.map(
          ({ rule, severity, file, line, excerpt }) => `${severity}: ${rule}, ${file}:${line}: ${excerpt}`,
        ),
      ];
      for (const row of rows) out.line(showOnOneLine(row));
      out.line('');
      out.write(showHidden(text.body.endsWith('\n') ? text.body : `${text.body}\n`));
      return 0;
    }),
};
