import { splitDelimiter } from './here-document.ts';

/**
 * Removes every backslash-newline that bash removes, and no other: not in single quotes, `$'..'`, comments and quoted
 * here-documents. The parser keeps some of them as literal text where bash goes on to expand (`$\<newline>HOME`).
 *
 * `sure: false` means that the quoting around one of them was too tangled to be certain; the caller then treats the line
 * as unparsable, which asks.
 */
export function splice(source: string): { readonly text: string; readonly sure: boolean } {
  if (!source.includes('\\\n')) return { text: source, sure: true };
  const scanner = new Splicer(source);
  scanner.run();
  return { text: scanner.out, sure: scanner.sure };
}

type Kind = 'command' | 'double' | 'backtick' | 'brace' | 'brace-in-double' | 'arithmetic';

/** What encloses a character. */
interface Frame {
  readonly kind: Kind;
  /** Parentheses open inside a command or an arithmetic. */
  parens: number;
  readonly outer: Frame | null;
}

interface PendingDocument {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripsTabs: boolean;
}

/** One pass over the characters with a stack of what encloses them. */
class Splicer {
  readonly #source: string;
  #at = 0;
  #frame: Frame = { kind: 'command', parens: 0, outer: null };
  #pending: PendingDocument[] = [];
  out = '';
  sure = true;

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    while (this.#goesOn) this.#step();
    // `case x in a)` inside a substitution closes our count of parentheses too early.
    if (/[$<>]\(/.test(this.out) && /(^|[\s;(&|])case\s/.test(this.out)) this.sure = false;
  }

  get #goesOn(): boolean {
    return this.#at < this.#source.length;
  }

  #enter(kind: Kind, parens = 0): void {
    this.#frame = { kind, parens, outer: this.#frame };
  }

  #leave(): void {
    this.#frame = this.#frame.outer ?? this.#frame;
  }

  /** The next character after any backslash-newline, which is dropped. */
  #peek(ahead = 0): string {
    this.#dropContinuations();
    let at = this.#at;
    for (let i = 0; i < ahead; i++) {
      at++;
      while (this.#source.startsWith('\\\n', at)) at += 2;
    }
    return this.#source.charAt(at);
  }

  #dropContinuations(): void {
    while (this.#source.startsWith('\\\n', this.#at)) this.#at += 2;
  }

  #take(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.#dropContinuations();
      this.out += this.#source.charAt(this.#at);
      this.#at++;
    }
  }

  #step(): void {
    this.#dropContinuations();
    const char = this.#source.charAt(this.#at);
    if (char === '\\') this.#takeEscape();
    else if (char === '$' && this.#frame.kind !== 'backtick') this.#takeDollar();
    else if (char === '`') this.#takeBacktick();
    else if (char === '"') this.#takeDouble();
    else if (char === "'") this.#takeSingle();
    else this.#takePlain(char);
  }

  #takeEscape(): void {
    // Copied as a pair, so that the second half of `\\` never joins with a newline behind it.
    this.out += this.#source.slice(this.#at, this.#at + 2);
    this.#at += 2;
  }

  #takeDollar(): void {
    const next = this.#peek(1);
    if (next === '(') {
      const arithmetic = this.#peek(2) === '(';
      this.#take(arithmetic ? 3 : 2);
      this.#enter(arithmetic ? 'arithmetic' : 'command', arithmetic ? 2 : 1);
    } else if (next === '{') {
      this.#take(2);
      const inDouble = this.#frame.kind === 'double' || this.#frame.kind === 'brace-in-double';
      this.#enter(inDouble ? 'brace-in-double' : 'brace');
    } else if (next === "'" && this.#readsQuotes()) {
      this.#take(2);
      this.#copyAnsiC();
    } else {
      this.#take(/[\s"'`\\]/.test(next) ? 1 : 2);
    }
  }

  #readsQuotes(): boolean {
    return this.#frame.kind === 'command' || this.#frame.kind === 'brace';
  }

  #copyAnsiC(): void {
    while (this.#goesOn) {
      const char = this.#source.charAt(this.#at);
      const width = char === '\\' ? 2 : 1;
      this.out += this.#source.slice(this.#at, this.#at + width);
      this.#at += width;
      if (char === "'") return;
    }
  }

  #takeBacktick(): void {
    this.#take();
    if (this.#frame.kind === 'backtick') this.#leave();
    else this.#enter('backtick');
  }

  #takeDouble(): void {
    this.#take();
    if (this.#frame.kind === 'double') this.#leave();
    else if (this.#frame.kind === 'backtick') return;
    else this.#enter('double');
  }

  #takeSingle(): void {
    if (
      this.#frame.kind === 'brace-in-double' ||
      this.#frame.kind === 'arithmetic' ||
      this.#frame.kind === 'backtick'
    ) {
      // Whether this quote hides a backslash-newline depends on the operator in front of it.
      if (this.#source.includes('\\\n', this.#at)) this.sure = false;
      this.#take();
      return;
    }
    if (this.#frame.kind === 'double') {
      this.#take();
      return;
    }
    const end = this.#source.indexOf("'", this.#at + 1);
    const stop = end === -1 ? this.#source.length : end + 1;
    this.out += this.#source.slice(this.#at, stop);
    this.#at = stop;
  }

  #takePlain(char: string): void {
    const frame = this.#frame;
    if (frame.kind === 'command' || frame.kind === 'arithmetic') this.#takeInCommand(char, frame);
    else {
      this.#take();
      if (char === '}' && frame.kind.startsWith('brace')) this.#leave();
    }
  }

  #takeInCommand(char: string, frame: Frame): void {
    if (frame.kind === 'command' && char === '#' && /(^|[\s;&|()<>])$/.test(this.out)) return this.#copyComment();
    if (frame.kind === 'command' && char === '<' && this.#peek(1) === '<') return this.#takeDocumentStart();
    this.#take();
    if (char === '(') frame.parens++;
    else if (char === ')' && frame.parens > 0) {
      frame.parens--;
      if (frame.parens === 0) this.#leave();
    } else if (char === '\n' && this.#pending.length > 0) this.#copyDocuments();
  }

  #copyComment(): void {
    const end = this.#source.indexOf('\n', this.#at);
    const stop = end === -1 ? this.#source.length : end;
    this.out += this.#source.slice(this.#at, stop);
    this.#at = stop;
  }

  #takeDocumentStart(): void {
    this.#take(2);
    if (this.#peek() === '<') return this.#take();
    const stripsTabs = this.#peek() === '-';
    if (stripsTabs) this.#take();
    while (/[ \t]/.test(this.#peek())) this.#take();
    const start = this.out.length;
    let quote = '';
    for (let next = this.#peek(); next !== ''; next = this.#peek()) {
      if (quote === '' && /[\s;&|<>()]/.test(next)) break;
      if (quote === next) quote = '';
      else if (quote === '' && (next === "'" || next === '"')) quote = next;
      this.#take(next === '\\' && quote !== "'" ? 2 : 1);
    }
    const { delimiter, quoted } = splitDelimiter(this.out.slice(start));
    this.#pending.push({ delimiter, quoted, stripsTabs });
  }

  #copyDocuments(): void {
    for (const document of this.#pending.splice(0)) {
      let done = false;
      while (!done && this.#goesOn) {
        const line = this.#takeDocumentLine(document.quoted);
        const bare = document.stripsTabs ? line.replace(/^\t+/, '') : line;
        done = bare === document.delimiter;
      }
    }
  }

  /** Copies one line of a body; in an unquoted one a backslash-newline joins lines, before the delimiter is looked for. */
  #takeDocumentLine(quoted: boolean): string {
    let line = '';
    while (this.#goesOn) {
      const char = this.#source.charAt(this.#at);
      if (!quoted && char === '\\') {
        const pair = this.#source.slice(this.#at, this.#at + 2);
        if (pair !== '\\\n') line += pair;
        this.#at += 2;
        continue;
      }
      this.#at++;
      if (char === '\n') {
        this.out += `${line}\n`;
        return line;
      }
      line += char;
    }
    this.out += line;
    return line;
  }
}
