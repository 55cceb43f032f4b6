import { toWorld } from '../../app/load-config.ts';
import { openTrust, type TrustOffer } from '../../app/trust/open-trust.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { confirm } from '../input/confirm.ts';
import { localPrincipal } from '../local-principal.ts';

/** How much of a digest tells two states apart for a person; `--json` prints all of it. */
const SHOWN_DIGITS = 12;

/** `trust`: shows what a project would gain, and takes the word of a person for exactly that. */
export const command: Command = {
  name: 'trust',
  summary: 'Trust a project: its allow rules, plugins, commands, skills and AGENTS.md count',
  usage: 'trust [--yes] [--json] [PATH]   (PATH: a folder of the project; without it the working directory)',
  examples: ['bailiwick trust', 'bailiwick trust --yes ~/src/site'],
  operands: 1,
  args: {
    yes: { type: 'boolean', help: 'do not ask' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const [path = '.'] = args.positionals;
    const asJson = booleanFlag(args, 'json');
    const trust = openTrust(toWorld(context));
    const offer = await trust.look(path);
    if (asJson) out.logRaw(renderOffer(offer));
    else out.write(renderOffer(offer));
    const agreed =
      booleanFlag(args, 'yes') || (await confirm(context, out, `Trust ${showOnOneLine(offer.path)} as it is now?`));
    if (agreed === true) await trust.trust(offer, localPrincipal().id);
    if (asJson) out.json({ ...offer, trusted: agreed === true });
    else if (agreed === true) out.line(`trusted ${showOnOneLine(offer.path)}; a change of a bound file ends that`);
    if (agreed === true) return 0;
    out.log('Nothing was trusted.');
    return agreed === null ? 130 : 1;
  },
};

function renderOffer({ path, folders, instructions, skills, trusted }: TrustOffer): string {
  const files = folders.flatMap((folder) =>
    Object.entries(folder.digests).map(
      ([file, digest]) => `  ${digest.slice(0, SHOWN_DIGITS)}  ${folder.path}/${file}`,
    ),
  );
  const allows = folders.flatMap((folder) =>
    folder.allows.map(({ pattern, says, file, line }) => `  "${pattern}": ${says}  (${file}:${line})`),
  );
  return [
    `${path}${trusted ? ' (trusted already, and as it was)' : ''}`,
    ...section('Files that are bound', files),
    ...section('Rules that would allow something', allows),
    ...section(
      'Instructions for the model, as they are at each turn',
      instructions.map((file) => `  ${file}`),
    ),
    ...section('Skills for the model, as they are at each turn', shorten(skills)),
  ]
    .map((line) => `${showOnOneLine(line)}\n`)
    .join('');
}

/** A person reads so many. */
const MAX_SKILLS = 100;

const shorten = (files: readonly string[]): readonly string[] => {
  const rest = files.length - MAX_SKILLS;
  return [...files.slice(0, MAX_SKILLS).map((file) => `  ${file}`), ...(rest > 0 ? [`  and ${rest} more`] : [])];
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines];
