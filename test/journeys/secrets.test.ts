import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createGround } from './start-prompt.ts';

const TOKEN = 'tok-4f9a2b7c1d';
const FROM_FILE = 'file-77aa88bb99';
const API_KEY = 'sk-test-0123456789';

const shell = (command: string) => ({ tool: 'shell', input: { command } });

/** Every file below a folder as one buffer. */
const contentsOf = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && !/\/(config\.yml|key\.txt)$/.test(path))
      .map((path) => readFileSync(path)),
  );

describe('secret values that the configuration knows', () => {
  it('are in no output, no request, no store and no kept result', async () => {
    await using model = await startWireServer([
      {
        say: `I know ${TOKEN}`,
        calls: [
          { tool: 'read', input: { path: 'notes.txt' } },
          shell('cat notes.txt'),
          shell('printf tok-4f9a; printf 2b7c1d'),
          shell('printenv SERVICE_TOKEN'),
          shell('for i in 1 2 3 4 5 6 7 8; do cat notes.txt big.txt; done'),
          shell(`echo ${TOKEN}`),
        ],
      },
      { say: `It was ${API_KEY}` },
    ]);
    using ground = createGround(
      [
        'model: local:test',
        `providers: {local: {base_url: "${model.baseUrl}", protocol: openai, api_key: "\${LLM_KEY}"}, other: {base_url: "http://h", api_key: "{file:key.txt}"}}`,
        'shell: {env: [SERVICE_TOKEN]}',
        '',
      ].join('\n'),
    );
    ground.write('../home/.bailiwick/key.txt', `${FROM_FILE}\n`);
    ground.write('notes.txt', `token ${TOKEN}, key ${API_KEY}, file ${FROM_FILE}, plain\n`);
    ground.write('big.txt', 'x\n'.repeat(1000));
    const env = { SERVICE_TOKEN: TOKEN, LLM_KEY: API_KEY };
    const { out, err, result } = await ground.prompt(['--mode', 'yolo', `what is ${TOKEN}?`], { env });
    assert.deepEqual(
      result.calls.map(({ verdict, outcome }) => `${verdict} ${outcome}`),
      ['allow done', 'allow done', 'allow done', 'allow done', 'allow done', 'deny denied'],
    );
    const sent = model.requests.map(({ bytes }) => bytes.toString()).join('\n');
    assert.match(sent, /token \[secret SERVICE_TOKEN\], key \[secret LLM_KEY\], file \[secret file:key\.txt\], plain/);
    assert.match(sent, /the arguments hold the value of the secret SERVICE_TOKEN/);
    assert.equal(result.answer, 'It was [secret LLM_KEY]');
    const home = contentsOf(join(ground.home, '.bailiwick'));
    assert.match(home.toString('latin1'), /results|token \[secret SERVICE_TOKEN\]/);
    for (const secret of [TOKEN, FROM_FILE, API_KEY]) {
      for (const [where, text] of Object.entries({ out, err, sent, home: home.toString('latin1') })) {
        assert.equal(text.includes(secret), false, `${secret} in ${where}`);
      }
    }
    assert.equal(readdirSync(join(ground.home, '.bailiwick', 'results', result.run)).length, 1);
  });
});
