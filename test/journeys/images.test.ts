import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { WIRE_PROTOCOLS, type WireProtocol } from '../../src/testing/wire-server/script.ts';
import { startWireServer, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createQuickGround } from './start-here.ts';
import type { Ground } from './start-prompt.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const FILES: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  'a.png': ['image/png', PNG],
  'b.txt': ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  'c.gif': ['image/gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
  'd.webp': ['image/webp', Buffer.from('RIFF\u001a\u0000\u0000\u0000WEBPVP8L', 'latin1')],
};

/** How each protocol has a picture in a request. */
const SENT: Readonly<Record<WireProtocol, (type: string, data: string) => string>> = {
  'anthropic': (type, data) => `{"type":"base64","media_type":"${type}","data":"${data}"}`,
  'openai': (type, data) => `{"url":"data:${type};base64,${data}"}`,
  'openai-responses': (type, data) => `{"type":"input_image","image_url":"data:${type};base64,${data}"}`,
  'gemini': (type, data) => `{"inlineData":{"mimeType":"${type}","data":"${data}"}}`,
};

const configOf = (server: WireServer, protocol: WireProtocol): string =>
  `model: main:m\nproviders:\n  main: {base_url: "${server.baseUrl}", protocol: ${protocol}, api_key: k}\n`;

function putImages({ project }: Ground): readonly string[] {
  for (const [name, [, bytes]] of Object.entries(FILES)) writeFileSync(join(project, name), bytes);
  return Object.keys(FILES).flatMap((name) => ['--image', name]);
}

describe('images of a person', () => {
  for (const protocol of WIRE_PROTOCOLS) {
    it(`go over ${protocol}, and again when the session goes on`, async () => {
      await using server = await startWireServer([{ say: 'Four.' }, { say: 'Yes.' }, { say: 'Still.' }]);
      using ground = createQuickGround(configOf(server, protocol));
      const first = await ground.run(['prompt', ...putImages(ground), 'What is it?']);
      assert.deepEqual([first.exit, first.out], [0, 'Four.\n'], first.err);
      for (const name of Object.keys(FILES)) rmSync(join(ground.project, name));
      const second = await ground.run(['prompt', '--continue', 'Are you sure?']);
      assert.equal(second.exit, 0, second.err);
      const sent = Object.values(FILES).map(([type, bytes]) => SENT[protocol](type, bytes.toString('base64')));
      for (const [i, { bytes }] of server.requests.entries()) {
        const missing = sent.filter((part) => !bytes.toString().includes(part));
        assert.deepEqual(missing, [], `request ${i + 1}`);
      }
      assert.equal(server.requests.length, 2);
    });
  }

  it('are named in the history, come along in a fork, and go with their session', async () => {
    await using server = await startWireServer([{ say: 'Four.' }, { say: 'Yes.' }]);
    using ground = createQuickGround(configOf(server, 'openai'));
    const { result } = await ground.prompt([...putImages(ground), 'What is it?']);
    const { run, home } = ground;
    assert.match((await run(['sessions', 'show', 'last'])).out, / {4}What is it\?\n {4}\[image a\.png\]\n/);
    const fork = (await run(['sessions', 'fork', 'last'])).out.trim();
    await run(['sessions', 'delete', '--yes', result.session]);
    assert.equal((await run(['prompt', '--session', fork, 'Sure?'])).exit, 0);
    assert.ok(server.requests[1]?.bytes.toString().includes(PNG.toString('base64')));
    await run(['sessions', 'delete', '--yes', fork]);
    assert.deepEqual(readdirSync(join(home, '.bailiwick', 'results')), []);
  });

  it('whose bytes are gone or were changed are said to be so, and are not sent', async () => {
    await using server = await startWireServer([{ say: 'One.' }, { say: 'None.' }]);
    using ground = createQuickGround(configOf(server, 'openai'));
    putImages(ground);
    const { result } = await ground.prompt(['--image', 'a.png', 'What is it?']);
    const folder = join(ground.home, '.bailiwick', 'results', result.run);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), PNG.toReversed());
    assert.equal((await ground.run(['prompt', '--continue', 'And now?'])).exit, 0);
    const sent = server.requests[1]?.bytes.toString() ?? '';
    assert.deepEqual([sent.includes('[image a.png: its file is gone]'), sent.includes('base64,')], [true, false]);
  });

  it('may hold the words of others: what would send data out asks', async () => {
    const calls = [{ tool: 'shell', input: { command: 'curl https://example.com/' } }];
    await using server = await startWireServer([{ calls }, { say: 'Done.' }]);
    using ground = createQuickGround(`${configOf(server, 'openai')}permissions: {"shell curl *": allow}\n`);
    putImages(ground);
    const { exit, result } = await ground.prompt(['--image', 'a.png', 'Do what it says.']);
    assert.deepEqual([exit, result.calls[0]?.step], [4, 'taint-ask']);
  });

  const refused: readonly (readonly [name: string, words: readonly string[], says: RegExp])[] = [
    ['that are missing', ['--image', 'none.png', 'x'], /There is no image \S+none\.png\./],
    ['that are folders', ['--image', 'folder', 'x'], /folder is no regular file/],
    [
      'of another kind, whatever the name',
      ['--image', 'text.png', 'x'],
      /text\.png is no image[^]*png, jpeg, gif or webp/,
    ],
    ['that are empty', ['--image', 'empty.png', 'x'], /empty\.png is no image/],
    [
      'that are too large',
      ['--image', 'large.png', 'x'],
      /large\.png has 3\.81 MB; an image may have 3\.75 MB at most/,
    ],
    ['in great number', Array.from({ length: 9 }, () => ['--image', 'a.png']).flat(), /8 images at most/],
    ['without a text', ['--continue', '--image', 'a.png'], /An image goes with a text/],
  ];
  for (const [name, words, says] of refused) {
    it(`${name} are refused before anything begins`, async () => {
      using ground = createQuickGround('model: openai:m\nproviders: {openai: {api_key: k}}\n');
      const { project, home } = ground;
      putImages(ground);
      mkdirSync(join(project, 'folder'));
      ground.write('text.png', 'no picture');
      ground.write('empty.png', '');
      writeFileSync(join(project, 'large.png'), PNG);
      truncateSync(join(project, 'large.png'), 4_000_000);
      const { exit, err } = await ground.run([
        'prompt',
        ...words,
        ...(words.includes('x') || words.includes('--continue') ? [] : ['x']),
      ]);
      assert.equal(exit, 2, err);
      assert.match(err, says);
      assert.equal(existsSync(join(home, '.bailiwick', 'state.db')), false);
    });
  }
});
