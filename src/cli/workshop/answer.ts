import type { Covered, DoorResult } from '../../app/skills/door.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { Out } from '../out.ts';
import { SHOWN_REVISION } from '../skills/proposals/render-proposal.ts';
import { toFault } from '../skills/with-door.ts';

/** What came of an act, in one line; its exit code. Throws a Fault where it was refused. */
export function tellResult(result: DoorResult | Covered, asJson: boolean, out: Out): number {
  if (result.kind === 'refused')
    throw toFault(result, 'bailiwick workshop list shows what waits, and inspect all of one');
  if (asJson) out.json(result);
  else if (result.kind === 'covered') out.line(`all of it is in the skill ${result.name} already`);
  else if (result.kind === 'written')
    out.line(`wrote ${showOnOneLine(result.file)} (version ${result.version.number})`);
  else {
    const { id, status, quarantineReason, revision } = result.proposal;
    const why = quarantineReason === null ? '' : ` (${quarantineReason})`;
    out.line(showOnOneLine(`${id} is ${status}${why} at revision ${revision.slice(0, SHOWN_REVISION)}`));
  }
  return result.kind === 'quarantined' ? 3 : 0;
}
