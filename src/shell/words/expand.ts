import type { DoubleQuotedChild, ParameterExpansionPart, Word as WordNode, WordPart } from 'unbash';
import type { Word, WordFeature } from '../../vocab/shell-line.ts';
import { isPlainAnsiC, isSubstitution, isTangled, staysEmpty, TILDE } from './certain.ts';
import { evaluate, evaluateOperation, evaluateWritten } from './evaluate.ts';
import { calculate, visitScripts } from './visit-scripts.ts';
import { openFeed } from '../command/feeds.ts';
import { fixed, holdsWords, open, templateOf, toFields, toWhole, type Fragment } from './fields.ts';
import type { Printed, Reader } from '../reader.ts';
import { UNCERTAIN } from './printed.ts';
import { GUARDED, lookUp, toValue, UNKNOWN, type Scope, type Value } from '../scope.ts';
import { matchesOf } from '../../base/text.ts';

/** Expands without splitting, as in a redirect target: always one word. */
export function expandWhole(node: WordNode, scope: Scope, reader: Reader): Word {
  return new Expansion(node, scope, reader).whole();
}

/** The same for what stands behind `name=` or `<<<`, where a tilde also counts behind a colon. */
export function expandAssigned(node: WordNode, scope: Scope, reader: Reader): Word {
  return new Expansion(node, scope, reader, 'assigned').whole();
}

/** The text of an unquoted here-document. */
export function expandDocument(parts: readonly WordPart[], scope: Scope, reader: Reader): Printed {
  const expansion = new Expansion({ type: 'Word', text: '', value: '', pos: 0, end: 0 }, scope, reader);
  return expansion.documentText(parts);
}

const EMPTY: Value = { kind: 'text', text: '' };
const isEmpty = (value: Value): boolean => value.kind === 'unset' || (value.kind === 'text' && value.text === '');

/** `assigned`: behind `name=` or `<<<`. `brace`: out of a brace expansion, where `name=` has no meaning. */
type WordKind = 'word' | 'assigned' | 'brace';

/** One word on its way through the expansions. */
export class Expansion {
  readonly #node: WordNode;
  readonly #kind: WordKind;
  readonly #scope: Scope;
  readonly #reader: Reader;
  readonly #features = new Set<WordFeature>();
  readonly #runs: number[] = [];
  /** `"$@"` gives words of its own. */
  #positional: readonly (string | null)[] | null = null;
  #content: Printed | undefined = undefined;
  /** bash does not split a word whose last expansion is `$!` with no job behind it. */
  #unsplit = false;

  constructor(node: WordNode, scope: Scope, reader: Reader, kind: WordKind = 'word') {
    this.#node = node;
    this.#kind = kind;
    this.#scope = scope;
    this.#reader = reader;
  }

  fields(): readonly Word[] {
    const expanded = this.#wordFragments();
    const fragments = this.#unsplit
      ? expanded.map((piece) => ({ ...piece, split: piece.split && piece.text === '' }))
      : expanded;
    const source = this.#source();
    if (this.#positional !== null) {
      return this.#positional.flatMap((text) => toFields([fixed(text)], source, ''));
    }
    const ifs = lookUp('IFS', this.#scope, this.#reader.context);
    const words = toFields(fragments, source, ifs.kind === 'text' ? ifs.text : null);
    this.#noteContent(words[0]);
    return words;
  }

  whole(): Word {
    const fragments = this.#wordFragments();
    const known = this.#positional === null ? fragments : [fixed(null)];
    const word = toWhole(known, this.#source());
    this.#noteContent(word);
    return word;
  }

  documentText(parts: readonly WordPart[]): Printed {
    const fragments = parts.flatMap((part) => this.#part(part, true));
    if (!this.#fits(fragments)) return { text: null, heard: '' };
    const whole = fragments.map(({ text, heard = '' }) => templateOf({ text, heard })).join('');
    if (fragments.every(({ text }) => text !== null)) return { text: whole, heard: '' };
    return { text: null, heard: holdsWords(whole) ? whole : '' };
  }

  #fits(fragments: readonly Fragment[]): boolean {
    return this.#reader.fits(fragments.reduce((length, { text }) => length + (text?.length ?? 0), 0));
  }

  #noteContent(word: Word | undefined): void {
    if (this.#content !== undefined && word !== undefined) this.#reader.contents.set(word, this.#content);
  }

  #source(): { text: string; features: readonly WordFeature[]; runs: readonly number[] } {
    return { text: this.#node.text, features: [...this.#features], runs: this.#runs };
  }

  #wordFragments(): Fragment[] {
    const { text, parts, value } = this.#node;
    // A `$` whose following backslash-newline was not removed would be read differently by bash (POLICY 3).
    if (text.includes('\\\n') && /\$[^]*\\\n/.test(text)) {
      visitScripts(this.#node, this.#scope, this.#reader);
      return [open(null)];
    }
    if (parts === undefined) return this.#literal(text, value, text);
    const fragments = parts.flatMap((part, i) =>
      part.type === 'Literal' ? this.#literal(part.text, part.value, i === 0 ? text : null) : this.#part(part, false),
    );
    return this.#fits(fragments) ? fragments : [open(null)];
  }

  /** Unquoted literal text; a tilde in front of the whole word (or behind `name=`) is a home folder. */
  #literal(text: string, value: string, whole: string | null): Fragment[] {
    const assigns = this.#kind === 'word' ? (/^[A-Za-z_]\w*\+?=/.exec(this.#node.text)?.[0] ?? '') : '';
    const name = whole === this.#node.text ? assigns : '';
    if (/^~[^/]*:[^/]*[$`]/.test(whole?.slice(name.length) ?? '')) {
      this.#reader.faults.add('a tilde stands in front of a colon and an expansion');
    }
    // Tildes behind a colon or an equals sign count again in some places: not followed.
    const again = this.#kind === 'assigned' || assigns !== '' || whole?.startsWith('~') === true;
    if (again && /[:=]~/.test(text.slice(name.length))) return [fixed(null)];
    const match = whole?.startsWith(name) === true ? TILDE.exec(whole.slice(name.length)) : null;
    const [, user, rest = ''] = match ?? [];
    if (user === undefined || (this.#kind !== 'assigned' && name === '' && /[\\'"]/.test(rest))) {
      return [fixed(value)];
    }
    this.#features.add('tilde');
    return [fixed(name), fixed(this.#home(user)), fixed(value.slice(name.length + 1 + user.length))];
  }

  #home(user: string): string | null {
    if (user === '') return this.#ownHome();
    if (user === '+') return this.#scope.cwd;
    if (user === '-' || /^[+-]?\d+$/.test(user)) return null;
    const { users, home } = this.#reader.context;
    // A name that the list does not hold may still be known to the system by other means.
    if (users !== undefined) return Object.hasOwn(users, user) ? (users[user] ?? null) : null;
    return home.endsWith(`/${user}`) ? home : user === 'root' ? '/root' : `/home/${user}`;
  }

  /** Where no variable says it, the system knows. */
  #ownHome(): string | null {
    const value = this.#lookUp('HOME');
    if (value.kind === 'unset') return this.#reader.context.home;
    return value.kind === 'text' ? value.text : null;
  }

  #part(part: WordPart | DoubleQuotedChild, quoted: boolean): Fragment[] {
    if (!quoted && ('script' in part || part.type.endsWith('Expansion'))) this.#unsplit = false;
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        return [fixed(part.value)];
      case 'Glob':
        return this.#glob(part);
      case 'AnsiCQuoted':
        this.#features.add('ansi-c');
        return [fixed(isPlainAnsiC(part.text, part.value) ? part.value : null)];
      case 'LocaleString':
      case 'DoubleQuoted':
        if (part.type === 'LocaleString') this.#features.add('locale');
        return this.#doubleQuoted(part.parts);
      case 'BraceExpansion':
        return this.#braces(part);
      case 'SimpleExpansion':
        return this.#simple(part.text.slice(1), quoted);
      case 'ParameterExpansion':
        return this.#parameter(part, quoted);
      default:
        return this.#dynamic(part, quoted);
    }
  }

  /** Braces that are not expanded, as behind `name=`; what is quoted in them is not looked at. */
  #braces(part: WordPart & { type: 'BraceExpansion' }): Fragment[] {
    this.#features.add('brace');
    if (/"[^]*\$\{[^]*'/.test(part.text)) this.#reader.faults.add('quotes or $$ stand in a tangle inside ${..}');
    visitScripts(part, this.#scope, this.#reader);
    return [open(null)];
  }

  #doubleQuoted(parts: readonly DoubleQuotedChild[]): Fragment[] {
    const fragments = parts.flatMap((inner) => this.#part(inner, true));
    const opening = fixed('');
    const isAll = (part: DoubleQuotedChild): boolean => /^\$(?:@|\{@\})$/.test('text' in part ? part.text : '');
    // "$@" without parameters gives no word at all; beside other empty parts bash is not consistent.
    if (this.#scope.positional?.length !== 0 || !parts.some(isAll)) return [opening, ...fragments];
    if (parts.every(isAll)) return [];
    return fragments.some(({ text }) => text !== '') ? [opening, ...fragments] : [open(null)];
  }

  #glob(part: WordPart & { type: 'Glob' }): Fragment[] {
    this.#features.add('glob');
    const dynamic =
      part.kind === 'bracket' && part.parts.some(({ type }) => type !== 'Literal' && type !== 'SingleQuoted');
    if (dynamic) visitScripts(part, this.#scope, this.#reader);
    // As written: inside brackets a backslash takes the next character out of its role.
    return [{ text: dynamic ? null : part.text, split: dynamic, active: true }];
  }

  #simple(name: string, quoted: boolean): Fragment[] {
    if (!quoted) this.#features.add('unquoted-expansion');
    if (/^[A-Za-z_]/.test(name)) {
      this.#features.add('variable');
      const value = this.#lookUp(name);
      return this.#valued(value.kind === 'unset' && this.#scope.nounset ? UNKNOWN : value, quoted);
    }
    this.#features.add('special-parameter');
    if (name === '@' || name === '*') return this.#allPositional(name, quoted);
    const { positional, arg0 } = this.#scope;
    if (name === '!' && !this.#reader.commands.some(({ place }) => place.background)) {
      this.#unsplit ||= !quoted;
      return this.#valued({ kind: 'unset' }, quoted);
    }
    if (name === '$' && quoted && /\$\$[{(]/.test(this.#node.text)) {
      this.#reader.faults.add('$$ stands in front of a bracket inside double quotes');
    }
    if (name === '0') return this.#valued(toValue(arg0), quoted);
    if (!/^\d+$/.test(name) || positional === null) return [open(null, !quoted)];
    const value = positional[Number(name) - 1];
    return this.#valued(value === undefined ? { kind: 'unset' } : toValue(value), quoted);
  }

  #lookUp(name: string): Value {
    this.#reader.reads.add(name);
    return lookUp(name, this.#scope, this.#reader.context);
  }

  #allPositional(name: string, quoted: boolean): Fragment[] {
    const { positional } = this.#scope;
    // Quoted, `$*` is one text, joined by the first sign of IFS.
    if (quoted && name === '*' && positional !== null) {
      const ifs = lookUp('IFS', this.#scope, this.#reader.context);
      const known = ifs.kind === 'text' && !positional.includes(null);
      return [fixed(known ? positional.join(ifs.text.slice(0, 1)) : null)];
    }
    const alone = /^(?:\$[@*]|"\$@")$/.test(this.#node.text);
    if (positional === null || !alone) return [open(positional?.length === 0 ? '' : null)];
    if (quoted) this.#positional = positional;
    return positional.flatMap((text, i) => [{ text: i === 0 ? '' : ' ', split: true, active: false }, open(text)]);
  }

  #valued(value: Value, quoted: boolean): Fragment[] {
    if (value.kind === 'text') return [open(value.text, !quoted)];
    if (value.kind === 'unset') return [{ text: '', split: !quoted, active: false }];
    if (value.kind === 'unknown' && value.list?.[0] !== undefined)
      return [open(`${value.list[0]}${UNCERTAIN}`, !quoted)];
    if (value.kind === 'match') return [{ text: value.pattern, split: false, active: true }];
    this.#runs.push(...(value.runs ?? []));
    return [open(null, !quoted)];
  }

  #parameter(part: ParameterExpansionPart, quoted: boolean): Fragment[] {
    if (!isSubstitution(part.text)) this.#reader.faults.add('bash would not accept it: bad substitution');
    const plain = part.prefix === undefined && part.index === undefined;
    if (plain && part.operation === undefined) return this.#simple(part.parameter, quoted);
    this.#features.add('parameter-operation');
    if (/\$\$[{(]/.test(part.text) || (quoted && isTangled(part.text)))
      this.#reader.faults.add('quotes or $$ stand in a tangle inside ${..}');
    if (!quoted) this.#features.add('unquoted-expansion');
    if (plain && part.operation?.type === 'Default' && /^[A-Za-z_]|^\d+$/.test(part.parameter)) {
      const fragments = this.#withDefault(part.parameter, part.operation, quoted);
      if (!quoted) this.#unsplit = false;
      return fragments;
    }
    if (/^[A-Za-z_]/.test(part.parameter)) {
      const value = this.#lookUp(part.parameter);
      const elements =
        value.kind === 'unknown' && value.list !== undefined ? this.#elements(part, value.list, quoted) : null;
      if (elements !== null) return elements;
      if (plain && !this.#scope.nounset && isEmpty(value) && staysEmpty(part)) return this.#valued(EMPTY, quoted);
      if (value.kind === 'unknown') this.#runs.push(...(value.runs ?? []));
    }
    visitScripts(part, this.#scope, this.#reader);
    evaluateOperation(part, this.#scope, this.#reader);
    if (part.index !== undefined) evaluateWritten(part.index.text, this.#scope, this.#reader);
    if (part.prefix === '!') evaluate(part.parameter, this.#scope, this.#reader);
    return [open(null, !quoted)];
  }

  /** `"${a[@]}"`: what the line put there, which is looked at and not taken for known. */
  #elements(part: ParameterExpansionPart, list: readonly string[], quoted: boolean): Fragment[] | null {
    const index = part.index?.text;
    if (part.prefix !== undefined || part.operation !== undefined) return null;
    const texts = list.map((text) => `${text}${UNCERTAIN}`);
    if (index !== '@' && index !== '*') return null;
    if (quoted && index === '@' && this.#node.text === `"${part.text}"`) this.#positional = texts;
    else if (quoted) return this.#valued(toValue(texts.join(' ')), quoted);
    return texts.flatMap((text, i) => [{ text: i === 0 ? '' : ' ', split: true, active: false }, open(text)]);
  }

  #withDefault(name: string, operation: { operator: string; operand: WordNode }, quoted: boolean): Fragment[] {
    const own = /^\d/.test(name) ? this.#positionalValue(name) : this.#lookUp(name);
    const { operator, operand } = operation;
    const unknown = [open(null, !quoted)];
    if (own.kind === 'unknown' || own.kind === 'match') {
      visitScripts(operand, this.#scope, this.#reader);
      if (operator.includes('=')) this.#scope.vars.set(name, UNKNOWN);
      return unknown;
    }
    const absent = own.kind === 'unset' || (operator.startsWith(':') && own.text === '');
    const kind = operator.at(-1);
    if (kind === '+' ? absent : !absent) return this.#valued(kind === '+' ? { kind: 'unset' } : own, quoted);
    // `${x:?}` with x unset ends the shell: what follows does not run, so its value is not known.
    const fragments = this.#operand(operand, quoted);
    if (kind === '?') {
      this.#scope.vars.set(name, GUARDED);
      return unknown;
    }
    if (kind === '=') {
      const texts = fragments.map((fragment) => fragment.text);
      const assigned = toValue(texts.includes(null) ? null : texts.join(''));
      this.#scope.vars.set(name, assigned);
      // What is passed is the variable's new value: quotes in the operand no longer count.
      return this.#valued(assigned, quoted);
    }
    return fragments;
  }

  #positionalValue(name: string): Value {
    const { positional } = this.#scope;
    if (positional === null) return UNKNOWN;
    const value = positional[Number(name) - 1];
    return value === undefined ? { kind: 'unset' } : toValue(value);
  }

  #operand(operand: WordNode, quoted: boolean): Fragment[] {
    const { text, value } = operand;
    const parts = operand.parts ?? [{ type: 'Literal' as const, pos: 0, end: 0, text, value }];
    if (quoted) return this.#quotedOperand(text, parts);
    return parts.flatMap((part, i) =>
      part.type === 'Literal' ? this.#bareOperand(part, i === 0 ? text : null) : this.#part(part, false),
    );
  }

  /** Literal text of an unquoted operand: split and globbed except where a backslash quotes it. */
  #bareOperand(part: { text: string; value: string }, whole: string | null): Fragment[] {
    if (!part.text.includes('\\')) {
      return this.#literal(part.text, part.value, whole).map((piece) => ({ ...piece, split: true, active: true }));
    }
    if (whole?.startsWith('~') === true) return [open(null)];
    return matchesOf(part.text, /\\[^]|[^\\]+|\\/g).map((piece) => {
      const escaped = piece.length > 1 && piece.startsWith('\\');
      return { text: escaped ? piece.slice(1) : piece, split: !escaped, active: !escaped };
    });
  }

  #quotedOperand(text: string, parts: readonly WordPart[]): Fragment[] {
    // bash drops inner double quotes before it reads names; and here-documents keep some quotes.
    const odd = /\$\w+"/.test(text) || (this.#node.text === '' && /["'\\]/.test(text));
    const fragments = parts.flatMap((part) => this.#part(part, true));
    return fragments.map(({ text: piece, split }) => ({
      text: odd ? null : piece,
      // `$@` in it may still be several words.
      split: split && piece === null,
      active: false,
    }));
  }

  #dynamic(part: WordPart | DoubleQuotedChild, quoted: boolean): Fragment[] {
    if (!quoted && part.type !== 'ProcessSubstitution') this.#features.add('unquoted-expansion');
    const before = this.#reader.commands.length;
    const output = this.#runDynamic(part, quoted);
    for (let i = before; i < this.#reader.commands.length; i++) this.#runs.push(i);
    return [{ ...output, split: !quoted && part.type !== 'ProcessSubstitution', active: !quoted }];
  }

  #runDynamic(part: WordPart | DoubleQuotedChild, quoted: boolean): Pick<Fragment, 'text' | 'heard'> {
    if (part.type === 'CommandExpansion') {
      this.#features.add('command-substitution');
      if (part.text.startsWith('${')) this.#reader.faults.add('only a new bash reads ${ x; }');
      if (quoted && part.text.startsWith('`') && part.text.includes('\\')) {
        this.#reader.faults.add('a backslash stands in backticks inside double quotes');
      }
      const { text, heard } = this.#reader.substitute(part.script, this.#scope);
      return { text: text?.replaceAll('\0', '').replace(/\n+$/, '') ?? null, heard };
    }
    if (part.type === 'ProcessSubstitution') {
      this.#features.add('process-substitution');
      const printed = this.#reader.substitute(part.script, this.#scope);
      const feeds = part.text.startsWith('>') && part.script !== undefined;
      this.#content = feeds ? openFeed(part.script, printed, this.#scope, this.#reader) : printed;
      return { text: null };
    }
    this.#features.add(part.type === 'ArithmeticExpansion' ? 'arithmetic' : 'extended-glob');
    if (part.type === 'ExtendedGlob' && part.text.startsWith('!')) {
      visitScripts(part, this.#scope, this.#reader);
      return { text: '*' };
    }
    if (part.type === 'ArithmeticExpansion') calculate(part.text, this.#scope, this.#reader);
    visitScripts(part, this.#scope, this.#reader);
    return { text: null };
  }
}
