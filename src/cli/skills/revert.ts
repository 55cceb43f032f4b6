import type { SkillDoor } from '../../app/skills/door.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { confirm } from '../input/confirm.ts';
import { localPrincipal } from '../local-principal.ts';
import { readNumber } from './diff.ts';
import { renderDiff } from './render-diff.ts';
import { readName } from './with-app.ts';
import { toFault, withDoor } from './with-door.ts';

/** `skills revert`: an earlier version once more. Nothing is lost: what stood there is a version too. */
export const command: Command = {
  name: 'skills revert',
  summary: 'Write an earlier version of a skill again, as a version of its own',
  usage: 'skills revert [--yes] [--json] NAME [NUMBER]   (without a number: the state before the newest)',
  examples: ['bailiwick skills revert demo', 'bailiwick skills revert --yes demo 2'],
  operands: 2,
  args: {
    yes: { type: 'boolean', help: 'do not ask' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const name = readName(args, 'skills revert');
      const asJson = booleanFlag(args, 'json');
      const number = readNumber(args.positionals[1]) ?? (await findBefore(name, door));
      if (!booleanFlag(args, 'yes')) {
        const { length } = await door.history(name);
        const shown = number === null ? '' : renderDiff(await door.diff(name, length, number), [], out);
        if (asJson) out.logRaw(shown);
        else out.write(shown);
        const called = showOnOneLine(name);
        const question =
          number === null
            ? `Take ${called} away? There was no such skill before; its versions are kept.`
            : `Write ${called} as it was in version ${number}?`;
        const agreed = await confirm(context, out, question);
        if (agreed !== true) {
          out.log('Nothing was changed.');
          return agreed === null ? 130 : 1;
        }
      }
      const result = await door.revert(name, number, localPrincipal().id);
      if (result.kind === 'refused') throw toFault(result, `bailiwick skills history ${name}`);
      if (result.kind !== 'written') return 1;
      if (asJson) out.json(result);
      else
        out.line(
          result.version.tree === null
            ? `${showOnOneLine(result.file)} is gone; this is version ${result.version.number}, and the others are kept`
            : `${showOnOneLine(result.file)} is as it was in version ${number}; this is version ${result.version.number}`,
        );
      return 0;
    }),
};

/** The state before the newest version; named, so that what is shown is what is written. */
async function findBefore(name: string, door: SkillDoor): Promise<number | null> {
  const versions = await door.history(name);
  const newest = versions.at(-1);
  return versions.findLast(({ tree }) => tree !== null && tree !== newest?.tree)?.number ?? null;
}
