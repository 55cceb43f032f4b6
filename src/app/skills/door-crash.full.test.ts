import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN, DRAFT, openGround, TAINTED, type DoorGround } from '../../../test/skills/door-ground.ts';
import { toTreeDigest } from '../../skills/tree.ts';
import { readSkillTree } from './door/read-tree.ts';

const CHILD = fileURLToPath(new URL('../../../test/skills/door-crash-child.ts', import.meta.url));
/** Most of a child's time goes into loading; what it loaded is kept for the next one. */
const cache = mkdtempSync(join(tmpdir(), 'bailiwick-compiled-'));
after(() => rmSync(cache, { recursive: true, force: true }));
const OPTIONS = { env: { ...process.env, NODE_COMPILE_CACHE: cache } } as const;

const MAX_CALLS = 80;
const MINE = '---\ndescription: By hand\n---\n# Mine\n';

const treeOf = ({ place }: DoorGround): string | null => {
  const folder = join(place, 'deploy');
  const files = readSkillTree({ file: join(folder, 'SKILL.md'), folder });
  return files === null ? null : toTreeDigest(files);
};

interface Crash {
  readonly what: string;
  /** It is done by the workshop. */
  readonly workshop?: true;
  /** What lies in the folder when it is done; `deploy` where nothing is said. */
  readonly leaves?: readonly string[];
  prepare(ground: DoorGround): Promise<unknown>;
  /** Doing it again, once the next process has looked. */
  again(ground: DoorGround): Promise<{ readonly kind: string; readonly code?: string }>;
}

const CRASHES: readonly Crash[] = [
  { what: 'create', prepare: async () => null, again: ({ door }) => door.create(DRAFT, CLEAN) },
  {
    what: 'apply',
    prepare: ({ door }) => door.create(DRAFT, TAINTED),
    async again({ door }) {
      const [proposal] = await door.list({ statuses: null, limit: 1 });
      return door.apply(proposal?.id ?? '', proposal?.revision ?? '', 'local:1');
    },
  },
  {
    what: 'change',
    workshop: true,
    async prepare({ door, edit }) {
      edit('deploy/SKILL.md', `${MINE}\n## Workflow\n\n- Begin.\n`);
      const files = [{ path: 'references/a.md', text: 'a\n' }];
      const change = { kind: 'append', section: 'Workflow', description: '', body: '- End.\n', files } as const;
      await door.propose({ skill: 'deploy', change, apply: true }, CLEAN);
    },
    async again({ door }) {
      const [proposal] = await door.list({ statuses: null, limit: 1 });
      return door.apply(proposal?.id ?? '', proposal?.revision ?? '', 'local:1');
    },
  },
  {
    what: 'unmake',
    leaves: [],
    prepare: ({ door }) => door.create(DRAFT, CLEAN),
    again: async (ground) =>
      treeOf(ground) === null ? { kind: 'written' } : ground.door.revert('deploy', null, 'local:1'),
  },
  {
    what: 'revert',
    async prepare(ground) {
      ground.edit('deploy/SKILL.md', MINE);
      ground.edit('deploy/references/a.md', 'a\n');
      await ground.door.history('deploy');
      ground.edit('deploy/SKILL.md', `${MINE}more\n`);
      ground.edit('deploy/references/a.md', 'b\n');
      await ground.door.history('deploy');
    },
    again: ({ door }) => door.revert('deploy', 1, 'local:1'),
  },
];

/** What doing it again may answer: it is done by now, one way or the other. */
const DONE: ReadonlySet<string> = new Set(['written', 'exists', 'not-pending', 'no-version']);

describe('processes that come to the door at once', () => {
  for (const { what, prepare } of CRASHES.slice(0, 2)) {
    it(`${what} one skill, once [T140]`, async () => {
      await using ground = await openGround();
      await prepare(ground);
      const children = [1, 2, 3, 4].map(() => spawn(process.execPath, [CHILD, ground.top, what, '0'], OPTIONS));
      const ends = await Promise.all(children.map(async (child) => Number((await once(child, 'close'))[0])));
      assert.deepEqual(
        ends.toSorted((a, b) => a - b),
        [1, 1, 1, 7],
      );
      assert.deepEqual([(await ground.door.history('deploy')).length, ground.list()], [1, ['deploy']]);
    });
  }
});

describe('a process that dies at the door', () => {
  for (const { what, workshop, leaves = ['deploy'], prepare, again } of CRASHES) {
    const open = (top?: string): Promise<DoorGround> => openGround(top, '', workshop === true ? {} : null);
    it(`in any moment of ${what} leaves the skill as it was or as it is to be [T005] [T006] [T007]`, async () => {
      await using after = await open();
      await prepare(after);
      await again(after);
      const seen = new Set<string>();
      for (let at = 1; ; at++) {
        assert.ok(at < MAX_CALLS, 'it does not end');
        await using ground = await open();
        await prepare(ground);
        const before = treeOf(ground);
        const { status, signal, stderr } = spawnSync(process.execPath, [CHILD, ground.top, what, String(at)], OPTIONS);
        assert.ok(status === 7 || signal === 'SIGKILL', String(stderr));
        await using next = await open(ground.top);
        await next.shelf.look().then((shelf) => next.door.notice(shelf));
        const now = treeOf(next);
        assert.ok(now === before || now === treeOf(after), `call ${at}: neither before nor after`);
        seen.add(now === before ? 'before' : 'after');
        const result = await again(next);
        assert.ok(DONE.has(result.code ?? result.kind), `call ${at}: ${JSON.stringify(result)}`);
        assert.equal(treeOf(next), treeOf(after));
        next.pass(Date.now() + 2 * 3_600_000);
        await next.door.notice(await next.shelf.look());
        assert.deepEqual(next.list(), leaves, `call ${at}: something is left behind`);
        const { length } = await next.door.history('deploy');
        assert.ok(length >= 1);
        if (status === 7) break;
      }
      assert.deepEqual([...seen].toSorted(), ['after', 'before']);
    });
  }
});
