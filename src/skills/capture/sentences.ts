/** A sentence of a message, or a point of a list. */
export interface Sentence {
  /** On one line. */
  readonly text: string;
  /** In lower case, with plain apostrophes, and what stands in quotes or in code made unreadable; as long as `text`. */
  readonly spoken: string;
  readonly isPoint: boolean;
  /** Counts the paragraphs of the message. */
  readonly paragraph: number;
}

/** What a person writes as a correction is shorter; what is longer was pasted. */
const MAX_MESSAGE = 8_000;
const PASTED = [
  /^\s{0,3}#{1,6}\s/m,
  /^(?:from|to|cc|subject|sent|date|von|betreff|gesendet|objet|asunto):\s/im,
  /^(?:agent|assistant|ai|bot|llm) (?:notes?|instructions|rules|guidelines)\b/i,
  /^\s*(?:\[?(?:system|developer|assistant|user|human|admin)\]?\s*[:>]|<\/?[a-z!]|\{\s*"|\[\s*[{"])/im,
];
/** From here on others speak. */
const FORWARDED = /^(?:-{3,}\s*(?:original|forwarded) message.*|on .{5,100} wrote:|am .{5,100} schrieb .{0,60}:)\s*$/im;
const POINT = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** The sentences that a person wrote in a message: without quoted lines, fenced code and what was pasted. */
export function toSentences(message: string): readonly Sentence[] {
  if (message.length > MAX_MESSAGE) return [];
  const text = message.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  if (PASTED.some((shape) => shape.test(text))) return [];
  const own = text.slice(0, FORWARDED.exec(text)?.index ?? text.length);
  return toBlocks(own).flatMap(({ text: block, isPoint, paragraph }) =>
    splitSentences(block).map((one) => ({ text: one, spoken: toSpoken(one), isPoint, paragraph })),
  );
}

type Block = Omit<Sentence, 'spoken'>;

/** Lines of one paragraph belong together; a point of a list stands for itself. */
function toBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let [paragraph, fence] = [0, null as string | null];
  let open: { text: string; readonly isPoint: boolean } | null = null;
  const close = (): void => {
    if (open !== null) blocks.push({ ...open, paragraph });
    open = null;
  };
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== null || line.trim() === '' || /^\s{0,3}>/.test(line)) {
      close();
      fence = mark;
      if (mark === null) paragraph++;
    } else if (POINT.test(line)) {
      close();
      open = { text: line.replace(POINT, '').trim(), isPoint: true };
    } else if (open === null) open = { text: line.trim(), isPoint: false };
    else open.text += ` ${line.trim()}`;
  }
  close();
  return blocks;
}

const splitSentences = (text: string): readonly string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?…]["')\]]?)(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no|incl)\.) /i)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const QUOTED = [/`[^`]{1,400}`/g, /"[^"]{1,400}"/g, /[“„«][^”“»]{1,400}[”“»]/g, /(?<![\w'])'[^']{1,400}'(?!\w)/g];

const toSpoken = (text: string): string => {
  const plain = text.replaceAll('’', "'").toLowerCase();
  const kept = plain.length === text.length ? plain : text.replaceAll('’', "'");
  return QUOTED.reduce((left, quoted) => left.replaceAll(quoted, (part) => '_'.repeat(part.length)), kept);
};
