import { toWorld } from '../../app/load-config.ts';
import { openTrust, type TrustedProject } from '../../app/trust/open-trust.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { showTime } from '../show-time.ts';

/** `trust list`: whom a person trusted, and whether it still holds. */
export const command: Command = {
  name: 'trust list',
  summary: 'List the projects that are trusted, and what changed in them since',
  usage: 'trust list [--json]',
  examples: ['bailiwick trust list'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON array' } },
  async run(context, args, out) {
    const projects = await openTrust(toWorld(context)).list();
    if (booleanFlag(args, 'json')) out.json(projects);
    else for (const project of projects) out.line(renderProject(project));
    if (projects.length === 0) out.log('No project is trusted.');
    return 0;
  },
};

const SAYS: Readonly<Record<TrustedProject['state'], string>> = {
  trusted: 'trusted',
  changed: 'changed, so not trusted any more',
  gone: 'not there any more',
};

const renderProject = ({ path, at, by, state, changed }: TrustedProject): string =>
  showOnOneLine(`${path}  ${showTime(at)} by ${by}  ${SAYS[state]}${changed === null ? '' : `: ${changed}`}`);
