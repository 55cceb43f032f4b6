import { toWorld } from '../../app/load-config.ts';
import { openPluginDesk, type PluginOffer } from '../../app/plugins/plugin-desk.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { confirm } from '../input/confirm.ts';
import { readOne } from '../input/read-positional.ts';
import { localPrincipal } from '../local-principal.ts';

/** How much of a digest tells two states apart for a person; `--json` prints all of it. */
const SHOWN_DIGITS = 12;

/** `plugins allow`: shows what would run, and takes the word of a person for exactly that. */
export const command: Command = {
  name: 'plugins allow',
  summary: 'Allow the code of a plugin as it is now; a changed byte ends that',
  usage: 'plugins allow [--yes] [--json] NAME',
  examples: ['bailiwick plugins allow notes', 'bailiwick plugins allow --yes notes'],
  operands: 1,
  args: {
    yes: { type: 'boolean', help: 'do not ask' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const name = readOne(args, 'plugins allow', 'name');
    const asJson = booleanFlag(args, 'json');
    const desk = await openPluginDesk(toWorld(context));
    const offer = await desk.look(name);
    if (asJson) out.logRaw(renderOffer(offer));
    else out.write(renderOffer(offer));
    const agreed = booleanFlag(args, 'yes') || (await confirm(context, out, `Allow the plugin ${name} as it is now?`));
    if (agreed === true) await desk.allow(offer, localPrincipal().id);
    if (asJson) out.json({ ...offer, allowed: agreed === true });
    else if (agreed === true) out.line(`allowed ${name}; a change of its code ends that`);
    if (agreed === true && !offer.enabled)
      out.log(`To enable it: bailiwick config set plugins.entries.${name}.enabled true`);
    if (agreed === true) return 0;
    out.log('Nothing was allowed.');
    return agreed === null ? 130 : 1;
  },
};

/** A person reads so many. */
const MAX_FILES = 100;

function renderOffer({ name, kind, summary, folder, entry, files, digest, allowed }: PluginOffer): string {
  const all = Object.entries(files);
  const rest = all.length - MAX_FILES;
  return [
    `${name}  ${kind}${summary === '' ? '' : `: ${summary}`}${allowed ? ' (allowed already, and as it was)' : ''}`,
    `Folder: ${folder}`,
    `Loads: ${entry}`,
    'Files that are bound:',
    ...all.slice(0, MAX_FILES).map(([file, sha]) => `  ${sha.slice(0, SHOWN_DIGITS)}  ${file}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    `Digest: ${digest}`,
    'It runs inside the agent with all your rights; the judge sees only calls of its tools.',
  ]
    .map((line) => `${showOnOneLine(line)}\n`)
    .join('');
}
