/** By so many characters a text is told from most others; shorter ones are looked for one by one, where their first two stand there. */
const LENGTH = 4;
const SLOTS = 1 << 16;

/** Of the last characters only: what stood before them has been shifted out. */
const toSlot = (before: number, code: number): number => ((before << 4) ^ code) & (SLOTS - 1);

const PAIRS = 1 << 14;
const toPair = (before: number, code: number): number => ((before << 7) ^ code) & (PAIRS - 1);

/**
 * Finds which of many texts another one holds, in one pass over it: by the index of each, 1 or 0. What begins alike
 * shares a slot, and only what falls into a slot in use is compared.
 */
export function createLookout(texts: readonly string[]): (text: string) => Uint8Array {
  const slots = new Uint16Array(SLOTS);
  const lists: number[][] = [[]];
  const short: number[] = [];
  texts.forEach((one, i) => {
    if (one.length < LENGTH) {
      short.push(i);
      return;
    }
    let slot = 0;
    for (let k = 0; k < LENGTH; k++) slot = toSlot(slot, one.charCodeAt(k));
    if (slots[slot] === 0) slots[slot] = lists.push([]) - 1;
    lists[slots[slot] ?? 0]?.push(i);
  });
  return (text) => {
    const held = new Uint8Array(texts.length);
    const pairs = new Uint8Array(PAIRS);
    let slot = 0;
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      pairs[toPair(before, code)] = 1;
      before = code;
      slot = toSlot(slot, code);
      const list = slots[slot] ?? 0;
      if (list === 0) continue;
      for (const i of lists[list] ?? []) {
        if (held[i] === 0 && text.startsWith(texts[i] ?? '', at - LENGTH + 1)) held[i] = 1;
      }
    }
    const mayHold = (one: string): boolean =>
      one.length < 2 || pairs[toPair(one.charCodeAt(0), one.charCodeAt(1))] === 1;
    for (const i of short) held[i] = mayHold(texts[i] ?? '') && text.includes(texts[i] ?? '') ? 1 : 0;
    return held;
  };
}
