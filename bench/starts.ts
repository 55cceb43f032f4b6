import { measureInTurn } from './median.ts';
import { BIN, createGround } from './ground.ts';
import type { Row } from './table.ts';

/** How long the built program takes to start, against a bare Node that does nothing. */
export async function measureStarts(rounds: number): Promise<readonly Row[]> {
  using ground = createGround();
  const ms = await measureInTurn(
    {
      bare: () => ground.time(['-e', '0']),
      version: () => ground.time([BIN, '--version']),
      check: () => ground.time([BIN, 'check', 'git status && grep -rn TODO . | head -20'], 0),
    },
    rounds,
  );
  return [
    toRow('`bailiwick --version`', { ms: ms.version, bare: ms.bare, goal: 1.3 }),
    toRow("`bailiwick check '..'`", { ms: ms.check, bare: ms.bare, goal: 2.5 }),
  ];
}

const toRow = (
  what: string,
  { ms, bare, goal }: { readonly ms: number; readonly bare: number; readonly goal: number },
): Row => ({
  what,
  measured: `${ms.toFixed(0)} ms`,
  beside: `bare \`node -e 0\`, ${bare.toFixed(0)} ms`,
  ratio: `${(ms / bare).toFixed(2)}x`,
  goal: `<= ${goal}x`,
  met: ms / bare <= goal,
});
