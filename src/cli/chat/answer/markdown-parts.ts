/**
 * Markdown that grows at its end, cut into parts that are finished: what comes later changes nothing in how they look. So
 * a long answer that streams is rendered anew from its last part on, and not as a whole. Where a cut is not known to be
 * harmless there is none.
 */
export interface Part {
  /** Markdown that can be rendered by itself. */
  readonly text: string;
  /** Lines of the rendered part that are not its own: a fence that is opened again, and what closes the part. */
  readonly skipFirst: 0 | 1;
  readonly skipLast: 0 | 1;
}

export interface Parts {
  readonly done: readonly Part[];
  /** What is not finished yet. */
  readonly rest: Part;
}

export interface Limits {
  /** From this length on a part ends at the next gap between two blocks. */
  readonly minChars: number;
  /** A block longer than this is cut inside, where its kind allows that. */
  readonly maxBlockChars: number;
}

const LIMITS: Limits = { minChars: 2_000, maxBlockChars: 4_000 };

/** HTML and formulas go on over empty lines and are no other block inside: from there on nothing is cut. */
const UNCUTTABLE =
  /<(?:[!?]|\/?(?:script|pre|style|textarea)\b)|^[\s>*+\-\d.)]*(?:\$\$|\\\[|<\/?[a-z][\w-]*(?=[\s/>]|$))/i;

/** The address of a link that may stand anywhere in the text, also above: nothing is cut at all. */
const DEFINITION = /^[\s>*+\-\d.)]*\[[^\]]*\]:/;

const FENCE = /^(\s*)(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?:\s|$)/;

/** Begins a block of its own behind an empty line, whatever stood above. */
const begins = (line: string): boolean => /^[\p{L}\p{N}"'(`*_#~]/u.test(line) && !ITEM.test(line);

/** A line of text like any other: it is no part of a list, a table, a quote or a heading, and leads to none. */
const isText = (line: string): boolean => /^[\p{L}\p{N}"'(*_]/u.test(line) && !ITEM.test(line) && !line.includes('|');

/** What the lines since the last gap are, for a cut inside of them. */
type Block = 'text' | 'list' | 'other';

/** Stands behind blocks, so that they end as blocks do that something follows. */
const NEXT = '\n\nx';

interface State {
  readonly limits: Limits;
  done: Part[];
  /** Where the part that is not finished begins, and where the line that is read. */
  start: number;
  at: number;
  /** The open fence with its indent; null for none. */
  fence: { readonly indent: string; readonly mark: string } | null;
  /** The fence that was open at `start`. */
  opened: string;
  block: Block;
  /** The number of the last item of an ordered list. */
  number: number | null;
  isAfterGap: boolean;
  isUncuttable: boolean;
}

/** Cuts a text that is given again and again, each time longer. Another text begins anew. */
export function createCutter(limits: Limits = LIMITS): (text: string) => Parts {
  let known = '';
  let state = begin(limits);
  return (text) => {
    if (!text.startsWith(known)) state = begin(limits);
    known = text;
    for (;;) {
      const end = text.indexOf('\n', state.at);
      // The last line may still become something else.
      if (end < 0) break;
      readLine(state, text, text.slice(state.at, end));
      state.at = end + 1;
    }
    return { done: state.done, rest: toPart(state, text.slice(state.start), '') };
  };
}

const begin = (limits: Limits): State => ({
  limits,
  done: [],
  start: 0,
  at: 0,
  fence: null,
  opened: '',
  block: 'other',
  number: null,
  isAfterGap: true,
  isUncuttable: false,
});

function readLine(state: State, text: string, line: string): void {
  const { fence, isUncuttable } = state;
  if (fence === null && DEFINITION.test(line)) {
    Object.assign(state, { done: [], start: 0, opened: '', isUncuttable: true });
    return;
  }
  if (isUncuttable) return;
  if (fence !== null) {
    if (closes(line, fence)) state.fence = null;
    else if (fence.indent.length <= 3 && isLong(state)) cut(state, text, `${fence.indent}${fence.mark}`);
    return;
  }
  if (UNCUTTABLE.test(line)) {
    state.isUncuttable = true;
    return;
  }
  const isGap = line.trim() === '';
  if (!isGap) {
    const end = findCut(state, line);
    if (end !== null) cut(state, text, end);
    followBlock(state, line);
    const [, indent, mark] = FENCE.exec(line) ?? [];
    if (indent !== undefined && mark !== undefined) state.fence = { indent, mark };
  }
  state.isAfterGap = isGap;
}

/** What ends the part, where it may end in front of this line; null where it may not. */
function findCut(state: State, line: string): typeof NEXT | '' | null {
  const { isAfterGap, at, start, limits } = state;
  if (isAfterGap && at - start >= limits.minChars && begins(line)) return NEXT;
  if (!isLong(state) || !goesOn(state, line)) return null;
  return isAfterGap ? NEXT : '';
}

const isLong = ({ at, start, limits }: State): boolean => at - start >= limits.maxBlockChars;

/** Whether the line is one more of the same block, so that the block may be cut in front of it. */
function goesOn({ block, number, isAfterGap }: State, line: string): boolean {
  if (block === 'text') return !isAfterGap && isText(line);
  const item = ITEM.exec(line);
  if (block !== 'list' || item === null) return false;
  return item[1] === undefined ? number === null : Number(item[1]) === (number ?? 0) + 1;
}

function followBlock(state: State, line: string): void {
  const item = ITEM.exec(line);
  const isNew = state.isAfterGap;
  if (state.block === 'list' && /^\s/.test(line)) return;
  if (item !== null) {
    state.block = isNew || state.block === 'list' ? 'list' : 'other';
    state.number = item[1] === undefined ? null : Number(item[1]);
  } else if (isNew) state.block = isText(line) ? 'text' : 'other';
  else if (state.block === 'text' && !isText(line)) state.block = 'other';
}

function closes(line: string, { indent, mark }: NonNullable<State['fence']>): boolean {
  const found = /^(\s*)(`{3,}|~{3,})\s*$/.exec(line);
  if (found === null) return false;
  const [, before = '', run = ''] = found;
  return run.startsWith(mark) && (indent.length > 3 || before.length <= 3);
}

/** A part that ends with what closes it: a fence, something that follows, or nothing. */
function cut(state: State, text: string, end: string): void {
  state.done.push(toPart(state, text.slice(state.start, state.at), end));
  state.start = state.at;
  state.opened = state.fence === null ? '' : end;
}

const toPart = ({ opened }: State, text: string, end: string): Part => ({
  text: `${opened === '' ? '' : `${opened}\n`}${text}${end}`,
  skipFirst: opened === '' ? 0 : 1,
  skipLast: end === '' ? 0 : 1,
});
