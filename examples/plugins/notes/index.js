import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePlugin, defineTool, plainText, z } from 'bailiwick/sdk';

export const plugin = definePlugin({
  name: 'notes',
  summary: 'Keeps notes of the project in one file',
  needs: { node: '24.16' },

  // plugins.entries.notes.config; a mistake there stops the start and is told with its file and line.
  config: z.strictObject({ file: z._default(z.string().check(z.regex(/^[\w.-]+$/)), 'NOTES.md') }),

  register(host) {
    const path = join(host.workspace, host.config.file);

    // The model calls it as notes__add; every call is judged, and asks unless a rule allows it.
    host.addTool(
      defineTool({
        name: 'add',
        title: 'Add a note',
        description: `Adds one line to ${host.config.file}, the notes of this project.`,
        risk: 'medium',
        args: z.strictObject({ text: plainText('the note, one line') }),
        subject: ({ text }) => text,
        effects: () => [{ kind: 'write', where: 'workspace', target: path }],
        async run({ text }) {
          await appendFile(path, `- ${text.replaceAll('\n', ' ')}\n`);
          return { isError: false, text: `Noted in ${host.config.file}.` };
        },
      }),
    );

    host.addGuidance(
      () => `Notes of this project stand in ${host.config.file}; add one with notes__add when asked to.`,
    );

    // A hook only looks and enqueues; the work is a job, which outlives the process.
    host.addHook('turn-ended', async ({ run, end, answer, calls }) => {
      if (end === 'answered' && calls > 0) await host.enqueue('log', { answer }, run);
    });

    host.addJob({
      kind: 'log',
      async run({ answer }) {
        const [line] = answer.split('\n');
        await appendFile(`${path}.log`, `${line}\n`);
        return `Wrote down: ${line}`;
      },
    });

    host.addCommand({
      name: 'notes',
      summary: 'Show the notes of this project',
      run: async () => readFile(path, 'utf8').catch(() => 'There are no notes yet.'),
    });

    host.log('ready');
  },
});
