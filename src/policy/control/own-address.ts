import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { headOf, subcommandOf } from '../command-view.ts';
import { PRINTERS, READERS } from '../readers.ts';
import { isKnownWriter } from '../writes.ts';
import { beginningOf, textOf } from '../../shell/words/word-text.ts';
import { matchesOf } from '../../base/text.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A host in one spelling: `localhost` for everything that means this machine. */
function toHost(text: string): string {
  const bare = text.replace(/^\[|\]$/g, '').toLowerCase();
  let host: string;
  try {
    host = new URL(`http://${bare.includes(':') ? `[${bare}]` : bare}/`).hostname;
  } catch {
    return bare; // no host at all
  }
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLoopback =
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name.startsWith('127.') ||
    /^(0\.0\.0\.0|ip6-localhost|ip6-loopback|localhost\.localdomain|::1?|::ffff:7f[\da-f]{2}:[\da-f]+)$/.test(name);
  return isLoopback ? 'localhost' : name;
}

function splitAddress(address: string): Address {
  const at = address.lastIndexOf(':');
  return { host: toHost(address.slice(0, at)), port: Number(address.slice(at + 1)) };
}

/** Hosts and ports that a text spells out, in whatever form: `http://h:1/`, `TCP:h:1`, `/dev/tcp/h/1`, `9:h:1`. */
const tokensOf = (text: string): readonly string[] => matchesOf(text, /\[[\da-fA-F:.]+\]|[\w.-]+/g);

const hasPort = (tokens: readonly string[], port: number): boolean =>
  tokens.some((token) => token.split('-').some((part) => /^\d{1,6}$/.test(part) && Number(part) === port));

const hasHost = (tokens: readonly string[], host: string): boolean => tokens.some((token) => toHost(token) === host);

/** Whether a text names the agent's own `host:port`, in any spelling of this machine. */
export function isOwnAddress(text: string, address: string | null): boolean {
  if (address === null) return false;
  const { host, port } = splitAddress(address);
  const tokens = tokensOf(text);
  return hasPort(tokens, port) && hasHost(tokens, host);
}

/** Writers that are clients too. */
const FETCHES = /^(curl|wget|scp|rsync|openssl|ssh|docker|podman|aria2c|axel|xh|https?|yt-dlp|git|socat|script)$/;

/** Clients for which a port alone means this machine. */
const ASSUMES_LOCALHOST = /^(http|https|xh)$/;

const reachesOut = (command: SimpleCommand): boolean =>
  headOf(command) === 'git' &&
  /^(?:clone|fetch|pull|push|ls-remote|remote|submodule|archive)$/.test(String(subcommandOf(command).verb));

/** `curl -K -`, `wget -i -`: addresses that come by the input. */
function listGiven({ words, stdin }: SimpleCommand): string {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  const asks = words.some((word) =>
    /^(?:-(?:[a-zA-Z]*[Ki])?|--config=|--input-file=)(?:-|\/dev\/stdin)?$/.test(textOf(word)),
  );
  return asks ? (text ?? '') : '';
}

/** Whether a command reaches out to the agent's own address: the host and the port among its words. */
export function callsOwnAddress(command: SimpleCommand, address: string | null): boolean {
  if (address === null) return false;
  const head = headOf(command);
  const reaches =
    head !== null &&
    (!READERS.has(head) || reachesOut(command)) &&
    !PRINTERS.has(head) &&
    (!isKnownWriter(head) || FETCHES.test(head));
  if (!reaches) return command.redirects.some(({ target }) => isOwnAddress(textOf(target), address));
  const { host, port } = splitAddress(address);
  const words = [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])];
  const tokens = [...words.map(beginningOf), listGiven(command)].flatMap(tokensOf);
  if (!hasPort(tokens, port)) return false;
  const alone =
    ASSUMES_LOCALHOST.test(head) &&
    host === 'localhost' &&
    words.some(({ value }) => value?.startsWith(`:${port}`) === true);
  return alone || hasHost(tokens, host);
}
