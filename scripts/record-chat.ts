/**
 * Plays the main flow of the chat in a terminal and writes what docs/guide/chat.md shows: the recording and the pictures.
 * `node scripts/record-chat.ts`; it needs tmux.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createMainFlow, MAIN_SIZE, playMainFlow } from '../test/terminal/main-flow.ts';
import { normalize, normalizeNames, untilStill } from '../test/terminal/match-screen.ts';
import type { Terminal } from '../test/terminal/open-terminal.ts';
import { renderSvg } from './screen-svg.ts';

const FOLDER = new URL('../docs/guide/', import.meta.url);

const LOOK_MS = 20;

interface Piece {
  readonly at: number;
  /** How much the program had written by then, in UTF-16 units. */
  readonly end: number;
}

/** Notes how much had been written when, until it is stopped. */
function listen(terminal: Terminal): { stop(): Promise<readonly Piece[]> } {
  const began = performance.now();
  const pieces: Piece[] = [];
  const signal = { isOver: false };
  const work = (async () => {
    while (!signal.isOver) {
      const end = terminal.bytes().length;
      if (end > (pieces.at(-1)?.end ?? 0)) pieces.push({ at: (performance.now() - began) / 1000, end });
      await wait(LOOK_MS);
    }
  })();
  return {
    async stop() {
      signal.isOver = true;
      await work;
      return pieces;
    },
  };
}

async function record(): Promise<void> {
  await using ground = await createMainFlow();
  using terminal = ground.chat(MAIN_SIZE);
  const began = performance.now();
  const listening = listen(terminal);
  const marks: { readonly at: number; readonly name: string }[] = [];
  await playMainFlow(ground, terminal, async (name) => {
    await untilStill(terminal);
    marks.push({ at: (performance.now() - began) / 1000, name });
    writeFileSync(new URL(`chat-${name}.svg`, FOLDER), renderSvg(normalize(terminal.colored(), terminal), MAIN_SIZE));
  });
  const pieces = await listening.stop();
  writeFileSync(new URL('chat.cast', FOLDER), toCast(normalizeNames(terminal.bytes(), terminal), pieces, marks));
}

/** Asciicast v2: a head, then one event a line; a mark stands where a picture was taken. */
function toCast(
  bytes: string,
  pieces: readonly Piece[],
  marks: readonly { readonly at: number; readonly name: string }[],
): string {
  const head = { version: 2, width: MAIN_SIZE.columns, height: MAIN_SIZE.rows, env: { TERM: 'xterm-256color' } };
  const written = pieces.map(
    ({ at, end }, i) => [Number(at.toFixed(3)), 'o', bytes.slice(pieces[i - 1]?.end ?? 0, end)] as const,
  );
  const marked = marks.map(({ at, name }) => [Number(at.toFixed(3)), 'm', name] as const);
  const events = [...written, ...marked].sort(([a], [b]) => a - b);
  return [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');
}

await record();
