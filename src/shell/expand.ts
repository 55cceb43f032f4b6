import { forEachChild, parse } from 'unbash';
import type { DoubleQuotedChild, ParameterExpansionPart, SyntaxNode, Word as WordNode, WordPart } from 'unbash';
import type { Word, WordFeature } from '../vocab/shell-line.ts';
import { expandBraces } from './braces.ts';
import { toFields, unknownWord, type Fragment } from './fields.ts';
import type { Reader } from './reader.ts';
import { lookUp, toValue, UNKNOWN, type Scope, type Value } from './scope.ts';

/** Expands one word as bash would: braces, tilde, parameters, substitutions, splitting. May give none or several words. */
export function expandWord(node: WordNode, scope: Scope, reader: Reader): readonly Word[] {
  if (!node.parts?.some((part) => part.type === 'BraceExpansion')) return new Expansion(node, scope, reader).fields();
  const texts = expandBraces(node.text);
  if (texts === null) {
    visitScripts(node, scope, reader);
    return [{ ...unknownWord(true), text: node.text, features: ['brace'] }];
  }
  return texts.flatMap((text) => {
    const argument = reparse(text);
    const words = argument === null ? [unknownWord(true)] : new Expansion(argument, scope, reader).fields();
    return words.map((word) => ({ ...word, text: node.text, features: [...word.features, 'brace' as const] }));
  });
}

/** Expands without splitting, as in an assignment, a here-string or a redirect target: always one word. */
export function expandWhole(node: WordNode, scope: Scope, reader: Reader): Word {
  return new Expansion(node, scope, reader).whole();
}

/** The text of an unquoted here-document; null when part of it is not known. */
export function expandDocument(parts: readonly WordPart[], scope: Scope, reader: Reader): string | null {
  const expansion = new Expansion({ type: 'Word', text: '', value: '', pos: 0, end: 0, parts }, scope, reader);
  return expansion.documentText();
}

/** Runs every substitution below a node whose own value is not followed, such as an arithmetic or a pattern. */
export function visitScripts(node: SyntaxNode, scope: Scope, reader: Reader): void {
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  ) {
    reader.substitute(node.script, scope);
    return;
  }
  if (
    node.type === 'ParameterExpansion' &&
    node.operation?.type === 'Default' &&
    node.operation.operator.includes('=')
  ) {
    scope.vars.set(node.parameter, UNKNOWN);
  }
  forEachChild(node, (child) => visitScripts(child, scope, reader));
}

/** Names that an arithmetic text may assign become unknown. */
export function forgetAssigned(arithmetic: string, scope: Scope): void {
  if (!/(?<![=!<>])=(?!=)|\+\+|--/.test(arithmetic)) return;
  for (const [name] of arithmetic.matchAll(/[A-Za-z_]\w*/g)) scope.vars.set(name, UNKNOWN);
}

function reparse(text: string): WordNode | null {
  const statement = parse(`: ${text}`).commands[0]?.command;
  if (statement?.type !== 'Command' || statement.suffix.length !== 1) return text === '' ? emptyWord : null;
  const argument = statement.suffix[0];
  return argument?.type === 'Word' ? argument : null;
}

const emptyWord: WordNode = { type: 'Word', text: '', value: '', pos: 0, end: 0, parts: [] };

class Expansion {
  readonly #node: WordNode;
  readonly #scope: Scope;
  readonly #reader: Reader;
  readonly #features = new Set<WordFeature>();
  readonly #runs: number[] = [];
  /** `"$@"` gives words of its own. */
  #positional: readonly (string | null)[] | null = null;
  #content: string | null | undefined = undefined;

  constructor(node: WordNode, scope: Scope, reader: Reader) {
    this.#node = node;
    this.#scope = scope;
    this.#reader = reader;
  }

  fields(): readonly Word[] {
    const fragments = this.#wordFragments();
    const source = this.#source();
    if (this.#positional !== null) {
      return this.#positional.flatMap((text) => toFields([{ text, split: false, active: false }], source, ''));
    }
    const ifs = lookUp('IFS', this.#scope, this.#reader.context);
    return this.#noteContent(toFields(fragments, source, ifs.kind === 'text' ? ifs.text : null));
  }

  whole(): Word {
    const fragments = this.#wordFragments().map((fragment) => ({ ...fragment, split: false }));
    const known = this.#positional === null ? fragments : [{ text: null, split: false, active: false }];
    const [word] = toFields([{ text: '', split: false, active: false }, ...known], this.#source(), ' \t\n');
    return this.#noteContent([word ?? unknownWord(false)])[0] ?? unknownWord(false);
  }

  documentText(): string | null {
    const fragments = (this.#node.parts ?? []).flatMap((part) => this.#part(part, true));
    return fragments.some(({ text }) => text === null) ? null : fragments.map(({ text }) => text).join('');
  }

  #noteContent(words: readonly Word[]): readonly Word[] {
    const [word] = words;
    if (this.#content !== undefined && word !== undefined) this.#reader.contents.set(word, this.#content);
    return words;
  }

  #source(): { text: string; features: readonly WordFeature[]; runs: readonly number[] } {
    return { text: this.#node.text, features: [...this.#features], runs: this.#runs };
  }

  #wordFragments(): Fragment[] {
    const { text, parts, value } = this.#node;
    // A `$` whose following backslash-newline was not removed would be read differently by bash (POLICY 3).
    if (/\$[^]*\\\n/.test(text)) return [{ text: null, split: true, active: true }];
    if (parts === undefined) return this.#literal(text, value, true);
    return parts.flatMap((part, i) =>
      part.type === 'Literal' ? this.#literal(part.text, part.value, i === 0) : this.#part(part, false),
    );
  }

  /** Unquoted literal text; a tilde in front (or behind `name=`) is a home folder. */
  #literal(text: string, value: string, first: boolean): Fragment[] {
    const match = first ? /^((?:[A-Za-z_]\w*=)?)(~[^/:\\"'$`]*)/.exec(text) : null;
    const [, name = '', tilde] = match ?? [];
    if (
      tilde === undefined ||
      (tilde.length + name.length < text.length && !text.startsWith('/', name.length + tilde.length))
    ) {
      return [{ text: value, split: false, active: false }];
    }
    const home = this.#home(tilde.slice(1));
    this.#features.add('tilde');
    return [
      ...(name === '' ? [] : [{ text: name, split: false, active: false }]),
      { text: home, split: false, active: false },
      { text: value.slice(name.length + tilde.length), split: false, active: false },
    ];
  }

  #home(user: string): string | null {
    if (user === '') return this.#textOf('HOME');
    if (user === '+') return this.#scope.cwd;
    if (user === '-' || /^[+-]?\d+$/.test(user)) return null;
    const { users, home } = this.#reader.context;
    return users?.[user] ?? (home.endsWith(`/${user}`) ? home : user === 'root' ? '/root' : `/home/${user}`);
  }

  #textOf(name: string): string | null {
    this.#reader.reads.add(name);
    const value = lookUp(name, this.#scope, this.#reader.context);
    return value.kind === 'text' ? value.text : null;
  }

  #part(part: WordPart | DoubleQuotedChild, quoted: boolean): Fragment[] {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        return [{ text: part.value, split: false, active: false }];
      case 'Glob':
        return this.#glob(part);
      case 'AnsiCQuoted':
        this.#features.add('ansi-c');
        return [{ text: isPlainAnsiC(part.text, part.value) ? part.value : null, split: false, active: false }];
      case 'LocaleString':
      case 'DoubleQuoted':
        if (part.type === 'LocaleString') this.#features.add('locale');
        return [{ text: '', split: false, active: false }, ...part.parts.flatMap((inner) => this.#part(inner, true))];
      case 'SimpleExpansion':
        return this.#simple(part.text.slice(1), quoted);
      case 'ParameterExpansion':
        return this.#parameter(part, quoted);
      default:
        return this.#dynamic(part, quoted);
    }
  }

  #glob(part: WordPart & { type: 'Glob' }): Fragment[] {
    this.#features.add('glob');
    const dynamic =
      part.kind === 'bracket' && part.parts.some(({ type }) => type !== 'Literal' && type !== 'SingleQuoted');
    if (dynamic) visitScripts(part, this.#scope, this.#reader);
    return [{ text: dynamic ? null : part.value, split: dynamic, active: true }];
  }

  #simple(name: string, quoted: boolean): Fragment[] {
    if (!quoted) this.#features.add('unquoted-expansion');
    if (/^[A-Za-z_]/.test(name)) {
      this.#features.add('variable');
      return this.#valued(this.#lookUp(name), quoted);
    }
    this.#features.add('special-parameter');
    if (name === '@' || name === '*') return this.#allPositional(quoted);
    const { positional, arg0 } = this.#scope;
    if (name === '0') return this.#valued(toValue(arg0), quoted);
    if (!/^\d+$/.test(name) || positional === null) return [{ text: null, split: !quoted, active: !quoted }];
    const value = positional[Number(name) - 1];
    return this.#valued(value === undefined ? { kind: 'unset' } : toValue(value), quoted);
  }

  #lookUp(name: string): Value {
    this.#reader.reads.add(name);
    return lookUp(name, this.#scope, this.#reader.context);
  }

  #allPositional(quoted: boolean): Fragment[] {
    const { positional } = this.#scope;
    const alone = /^"?\$[@*]"?$/.test(this.#node.text);
    if (positional === null || !alone)
      return [{ text: positional?.length === 0 ? '' : null, split: true, active: true }];
    if (quoted) this.#positional = positional;
    return positional.flatMap((text, i) => [
      { text: i === 0 ? '' : ' ', split: true, active: false },
      { text, split: true, active: true },
    ]);
  }

  #valued(value: Value, quoted: boolean): Fragment[] {
    if (value.kind === 'text') return [{ text: value.text, split: !quoted, active: !quoted }];
    if (value.kind === 'unset') return [{ text: '', split: !quoted, active: false }];
    if (value.kind === 'match') return [{ text: value.pattern, split: false, active: true }];
    return [{ text: null, split: !quoted, active: !quoted }];
  }

  #parameter(part: ParameterExpansionPart, quoted: boolean): Fragment[] {
    const plain = part.prefix === undefined && part.index === undefined;
    if (plain && part.operation === undefined) return this.#simple(part.parameter, quoted);
    this.#features.add('parameter-operation');
    if (!quoted) this.#features.add('unquoted-expansion');
    if (plain && part.operation?.type === 'Default' && /^[A-Za-z_]|^\d+$/.test(part.parameter)) {
      return this.#withDefault(part.parameter, part.operation, quoted);
    }
    if (/^[A-Za-z_]/.test(part.parameter)) this.#reader.reads.add(part.parameter);
    visitScripts(part, this.#scope, this.#reader);
    return [{ text: null, split: !quoted, active: !quoted }];
  }

  #withDefault(name: string, operation: { operator: string; operand: WordNode }, quoted: boolean): Fragment[] {
    const own = /^\d/.test(name) ? this.#positionalValue(name) : this.#lookUp(name);
    const { operator, operand } = operation;
    const unknown = [{ text: null, split: !quoted, active: !quoted }];
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
    if (kind === '?') return unknown;
    if (kind === '=') {
      const text = fragments.map((fragment) => fragment.text);
      this.#scope.vars.set(name, toValue(text.includes(null) ? null : text.join('')));
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
    const fragments: Fragment[] =
      operand.parts === undefined
        ? this.#literal(operand.text, operand.value, !quoted)
        : operand.parts.flatMap((part) => this.#part(part, quoted));
    // An unquoted operand is split and globbed where it was not quoted itself.
    if (quoted) return fragments.map((fragment) => ({ ...fragment, split: false, active: false }));
    return operand.parts === undefined
      ? fragments.map((fragment) => ({ ...fragment, split: true, active: true }))
      : fragments;
  }

  #dynamic(part: WordPart | DoubleQuotedChild, quoted: boolean): Fragment[] {
    if (!quoted && part.type !== 'ProcessSubstitution') this.#features.add('unquoted-expansion');
    const before = this.#reader.commands.length;
    const output = this.#runDynamic(part);
    for (let i = before; i < this.#reader.commands.length; i++) this.#runs.push(i);
    return [{ text: output, split: !quoted && part.type !== 'ProcessSubstitution', active: !quoted }];
  }

  #runDynamic(part: WordPart | DoubleQuotedChild): string | null {
    if (part.type === 'CommandExpansion') {
      this.#features.add('command-substitution');
      return this.#reader.substitute(part.script, this.#scope)?.replace(/\n+$/, '') ?? null;
    }
    if (part.type === 'ProcessSubstitution') {
      this.#features.add('process-substitution');
      this.#content = this.#reader.substitute(part.script, this.#scope);
      return null;
    }
    this.#features.add(part.type === 'ArithmeticExpansion' ? 'arithmetic' : 'extended-glob');
    if (part.type === 'ArithmeticExpansion') forgetAssigned(part.text, this.#scope);
    visitScripts(part, this.#scope, this.#reader);
    return null;
  }
}

/** Escapes above 0x7f give bytes, not characters, and NUL ends the string: the parser's decoding is not bash's. */
const isPlainAnsiC = (text: string, value: string): boolean =>
  !/\\(?:x[89a-fA-F]|[2-7][0-7]{2}|c)/.test(text) && !/[^\x01-\x7f]/.test(value);
