import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import { KEYS } from './keys.ts';
import type { ChatDesk } from './chat-desk.ts';
import { MODES, runSlash, SLASH_COMMANDS } from './slash.ts';

/** A desk that only writes down; no command here needs more of it. */
function openDesk() {
  const told: string[] = [];
  const conversation = {
    status: { session: null, mode: 'default', model: null },
    setMode: (mode: string) => told.push(`mode ${mode}`),
    setModel: (model: string) => told.push(`model ${model}`),
    notice: (text: string) => told.push(text),
    begin: () => told.push('begin'),
    open: (session: string) => told.push(`open ${session}`),
    lastCall: () => null,
  };
  const app = {
    config: { model: 'a:b', cwd: '/w', agentHome: '/h' },
    openPlugins: async () => ({ commands: [], tools: [] }),
  };
  const desk = { conversation, app, print: (text: string) => told.push(text), leave: () => told.push('leave') };
  return { told, desk: desk as unknown as ChatDesk };
}

const RUNS: readonly (readonly [string, readonly string[]])[] = [
  ['/mode', ['The mode is default.']],
  ['/mode plan', ['mode plan', 'From the next message on the mode is plan.']],
  ['/mode   plan  ', ['mode plan', 'From the next message on the mode is plan.']],
  ['/model a:c', ['model a:c', 'From the next message on a:c is asked.']],
  ['/new', ['begin']],
  ['/new   ', ['begin']],
  ['/resume', ['open last']],
  ['/resume ses_1', ['open ses_1']],
  ['/why', ['No call was judged yet.']],
  ['/exit', ['leave']],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['/', /There is no command \/\./],
  ['/nothing', /There is no command \/nothing\.$/],
  ['/moed', /Did you mean \/mode\?/],
  ['/MODE', /There is no command \/MODE/],
  ['/new now', /\/new takes nothing behind it\./],
  ['/exit\nnow', /\/exit takes nothing behind it\./],
  ['/mode fast', /There is no mode fast: it is one of default, plan, yolo\./],
  ['/model x', /A model is written <provider>:<name>, not x\./],
  ['/model a:b c', /A model is written/],
  ['/rules take', /It is \/rules, or \/rules revoke PATTERN\./],
  ['/export', /There is no session yet\./],
];

describe('the commands of the chat', () => {
  for (const [line, wanted] of RUNS) {
    it(`${JSON.stringify(line)} runs`, async () => {
      const { told, desk } = openDesk();
      await runSlash(desk, line);
      assert.deepEqual(told, wanted);
    });
  }

  for (const [line, says] of REFUSED) {
    it(`${JSON.stringify(line)} is refused, with a way out that is one of the chat`, async () => {
      const { told, desk } = openDesk();
      await assert.rejects(runSlash(desk, line), (error: unknown) => {
        assert.ok(error instanceof Fault);
        assert.match(error.message, says);
        assert.match(error.hint, /\/help|first message/);
        return true;
      });
      assert.deepEqual(told, []);
    });
  }

  it('/help names every command with what it takes, and every key', async () => {
    const { told, desk } = openDesk();
    await runSlash(desk, '/help');
    for (const { name, args, summary } of SLASH_COMMANDS) {
      assert.ok(told[0]?.includes(`/${name} ${args}`.trim()) && told[0].includes(summary), name);
    }
    for (const { keys, does } of KEYS) assert.ok(told[0]?.includes(keys) && told[0].includes(does), keys);
  });

  it('have names that are told apart', () => {
    assert.equal(new Set(SLASH_COMMANDS.map(({ name }) => name)).size, SLASH_COMMANDS.length);
    assert.deepEqual(MODES, ['default', 'plan', 'yolo']);
  });
});
