import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { ScanFinding } from '../../vocab/sanitize.ts';
import type { Out } from '../out.ts';

const SIGNS = { '+': 'green', '-': 'red', '@': 'dim' } as const;
const SEVERITIES = { note: 'dim', warn: 'yellow', critical: 'red' } as const;

/**
 * A unified diff for a person: hidden characters written out, each finding under the line that it is about; those about
 * what the diff does not show stand behind it.
 */
export function renderDiff(diff: string, findings: readonly ScanFinding[], out: Out): string {
  const place = { file: '', line: 0, oldLeft: 0, newLeft: 0 };
  const shown = new Set<ScanFinding>();
  // By its number a finding is waived.
  const numbered = (finding: ScanFinding): string => `${findings.indexOf(finding) + 1} ${renderFinding(finding, out)}`;
  const rows = diff
    .split('\n')
    .slice(0, -1)
    .flatMap((row) => {
      const isPlaced = follow(row, place);
      const here = isPlaced ? findings.filter(({ file, line }) => file === place.file && line === place.line) : [];
      for (const finding of here) shown.add(finding);
      return [paintRow(row, out), ...here.map((finding) => `    ^ ${numbered(finding)}`)];
    });
  const others = findings.filter((finding) => !shown.has(finding));
  return [...rows, ...others.map((finding) => `${sayPlace(finding)}: ${numbered(finding)}`)]
    .map((row) => `${row}\n`)
    .join('');
}

const sayPlace = ({ file, line }: ScanFinding): string => `${showOnOneLine(file)}${line === 0 ? '' : `:${line}`}`;

interface Place {
  file: string;
  line: number;
  /** What is left of the hunk: inside of it a text that looks like a heading is text. */
  oldLeft: number;
  newLeft: number;
}

/** Whether the row is a line of the new text, or names its file (line 0). */
function follow(row: string, place: Place): boolean {
  if (place.oldLeft > 0 || place.newLeft > 0) {
    if (row.startsWith('-') || row.startsWith(' ')) place.oldLeft--;
    if (!row.startsWith('+') && !row.startsWith(' ')) return false;
    place.newLeft--;
    place.line++;
    return true;
  }
  const [, old, from, now] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
  if (from !== undefined) {
    place.line = Number(from) - 1;
    [place.oldLeft, place.newLeft] = [Number(old ?? 1), Number(now ?? 1)];
  }
  const file = /^\+\+\+ b\/(.*)$/.exec(row)?.[1];
  if (file !== undefined) [place.file, place.line] = [file, 0];
  return file !== undefined;
}

function paintRow(row: string, out: Out): string {
  const sign = row[0];
  const shown = showHidden(row);
  return sign === '+' || sign === '-' || sign === '@' ? out.paint(SIGNS[sign], shown, 'result') : shown;
}

export const renderFinding = ({ rule, severity, excerpt }: ScanFinding, out: Out): string =>
  `${out.paint(SEVERITIES[severity], severity, 'result')} ${rule}: ${showOnOneLine(excerpt)}`;
