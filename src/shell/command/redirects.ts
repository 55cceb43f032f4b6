import type { Redirection, WordPart } from 'unbash';
import type { Redirect, RedirectOp, Stdin, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { printedFile } from './files.ts';
import { expandAssigned, expandDocument, expandWhole } from '../words/expand.ts';
import { fits } from '../words/word-text.ts';

const DEVICE_STDIN: Stdin = { kind: 'file' };

/** Redirects in order, and what standard input is after them. */
export function readRedirects(
  nodes: readonly Redirection[],
  scope: Scope,
  reader: Reader,
): { readonly redirects: readonly Redirect[]; readonly stdin: Stdin } {
  let stdin = scope.stdin;
  const redirects = nodes.map((node): Redirect => {
    const fd = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : null;
    if (node.type === 'HereDoc') {
      const before = reader.commands.length;
      const text = documentText(node, scope, reader);
      const runs = Array.from({ length: reader.commands.length - before }, (_, i) => before + i);
      if (fd === null || fd === 0) stdin = { kind: 'text', text, runs };
      return { op: '<<', fd, target: null, copies: false, writes: false, runs };
    }
    const expand = node.type === 'HereString' ? expandAssigned : expandWhole;
    const target = node.target === undefined ? null : expand(node.target, scope, reader);
    if (node.type === 'HereString') {
      if (fd === null || fd === 0)
        stdin = {
          kind: 'text',
          text: target === null || target.value === null ? null : `${target.value}\n`,
          runs: target?.runs ?? [],
          ...(target?.template === undefined ? {} : { heard: target.template }),
        };
      return { op: '<<<', fd, target, copies: false, writes: false };
    }
    const copied = node.operator === '<&' ? scope.streams.get(Number(target?.value ?? Number.NaN)) : undefined;
    if (copied !== undefined && (fd === null || fd === 0)) stdin = copied;
    else if (node.operator.startsWith('<') && (fd === null || fd === 0)) {
      const given = target === null ? undefined : reader.contents.get(target);
      const content = given === undefined && target !== null ? printedFile(target, scope, reader) : given;
      stdin = content === undefined ? DEVICE_STDIN : { kind: 'text', text: content, runs: target?.runs ?? [] };
    }
    return toRedirect(node.operator, fd, target);
  });
  return { redirects, stdin };
}

/** `exec <<<text`, `exec 3<<<text`: what the shell itself reads from then on. */
export function keepStreams(nodes: readonly Redirection[], stdin: Stdin, scope: Scope, reader: Reader): void {
  scope.stdin = stdin;
  for (const node of nodes) {
    const fd = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : 0;
    if (fd === 0) continue;
    const own = { ...node, descriptor: undefined };
    scope.streams.set(fd, readRedirects([own], { ...scope, stdin: DEVICE_STDIN }, reader).stdin);
  }
}

function toRedirect(op: Exclude<RedirectOp, '<<' | '<<<'>, fd: number | null, target: Word | null): Redirect {
  const copies = (op === '>&' || op === '<&') && target !== null && fits(target, /^(\d+-?|-)$/);
  const writes = !copies && (op.includes('>') || op === '<&');
  return { op, fd, target: copies ? null : target, copies, writes };
}

function documentText(node: Redirection & { type: 'HereDoc' }, scope: Scope, reader: Reader): string | null {
  const { parts, text } = node.body;
  const strips = node.operator === '<<-';
  if (node.delimiter?.quoted === true) return strips ? text.replace(/^\t+/gm, '') : text;
  const literal = { type: 'Literal' as const, pos: 0, end: 0, text, value: text.replace(/\\([\\$`])/g, '$1') };
  return expandDocument(
    (parts ?? [literal]).map((part, i) => (strips ? withoutTabs(part, i === 0) : part)),
    scope,
    reader,
  );
}

/** `<<-` drops the tabs that lines begin with before anything in them is expanded. */
function withoutTabs(part: WordPart, first: boolean): WordPart {
  if (part.type !== 'Literal') return part;
  return { ...part, value: part.value.replace(first ? /^\t+/gm : /(?<=\n)\t+/g, '') };
}
