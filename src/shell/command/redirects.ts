import type { Redirection, WordPart } from 'unbash';
import type { Redirect, RedirectOp, Stdin, Word } from '../../vocab/shell-line.ts';
import type { Printed, Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { heardOf, inputText } from '../unwrap/inner.ts';
import type { Outputs } from './outputs.ts';
import { turnOutput } from './streams.ts';
import { addText, filePart, printedFile } from './files.ts';
import { expandAssigned, expandDocument, expandWhole } from '../words/expand.ts';
import { fits } from '../words/word-text.ts';

const DEVICE_STDIN: Stdin = { kind: 'file' };

/** Redirects in order, and what standard input is after them. */
export function readRedirects(
  nodes: readonly Redirection[],
  scope: Scope,
  reader: Reader,
): { readonly redirects: readonly Redirect[]; readonly stdin: Stdin; readonly outputs: Outputs } {
  let stdin = scope.stdin;
  const streams = new Map(scope.streams);
  const outputs = new Map(scope.outputs);
  /** What a stream is opened on: standard input, or another, which also has a name as a file. */
  const keep = (fd: number | null, opened: Stdin): void => {
    if (fd === null || fd === 0) stdin = opened;
    else nameStream(fd, opened, streams, reader);
  };
  const redirects = nodes.map((node): Redirect => {
    const fd = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : null;
    const named = node.descriptor?.type === 'FileDescriptorVariable';
    if (node.type === 'HereDoc') {
      const before = reader.commands.length;
      const { text, heard } = documentText(node, scope, reader);
      const runs = Array.from({ length: reader.commands.length - before }, (_, i) => before + i);
      keep(fd, { kind: 'text', text, runs, ...(heard === '' ? {} : { heard }) });
      return { op: '<<', fd, target: null, copies: false, writes: false, runs };
    }
    const expand = node.type === 'HereString' ? expandAssigned : expandWhole;
    const target = node.target === undefined ? null : expand(node.target, scope, reader);
    if (node.type === 'HereString') {
      keep(fd, {
        kind: 'text',
        text: target === null || target.value === null ? null : `${target.value}\n`,
        runs: target?.runs ?? [],
        ...(target?.template === undefined ? {} : { heard: target.template }),
      });
      return { op: '<<<', fd, target, copies: false, writes: false };
    }
    const copied = node.operator === '<&' ? streams.get(Number(target?.value ?? Number.NaN)) : undefined;
    if (copied !== undefined) keep(fd, copied);
    else if (node.operator.startsWith('<'))
      keep(fd, target === null ? DEVICE_STDIN : fileAsInput(target, scope, reader));
    turnOutput(outputs, { op: node.operator, fd, named, target }, scope, reader);
    return toRedirect(node.operator, fd, target);
  });
  return { redirects, stdin, outputs };
}

function fileAsInput(target: Word, scope: Scope, reader: Reader): Stdin {
  const text = reader.contents.get(target)?.text ?? printedFile(target, scope, reader);
  const heard = filePart(target, scope, reader);
  if (text === undefined && !reader.contents.has(target)) return DEVICE_STDIN;
  return { kind: 'text', text: text ?? null, runs: target.runs, ...(heard === '' ? {} : { heard }) };
}

/** `3<<E`: what another stream reads from, which `<&3` and `/dev/fd/3` name. */
function nameStream(fd: number, opened: Stdin, streams: Map<number, Stdin>, reader: Reader): void {
  streams.set(fd, opened);
  const [text, heard] = [inputText(opened), heardOf(opened)];
  if (text === null && heard === undefined) return;
  for (const folder of ['/dev/fd', '/proc/self/fd']) addText(`${folder}/${fd}`, text, reader, text ?? heard);
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

function documentText(node: Redirection & { type: 'HereDoc' }, scope: Scope, reader: Reader): Printed {
  const { parts, text } = node.body;
  const strips = node.operator === '<<-';
  if (node.delimiter?.quoted === true) return { text: strips ? text.replace(/^\t+/gm, '') : text, heard: '' };
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
