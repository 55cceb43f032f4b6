import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openModel } from '../../src/models/open-model.ts';
import { WIRE_PROTOCOLS, type WireFault } from '../../src/testing/wire-server/script.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { ask, collect, faultOf, KEY, open, playFault, signal, status } from './play.ts';

interface FaultCase {
  readonly name: string;
  readonly fault: WireFault;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: 'model-failed' | 'model-reply-invalid';
  readonly message: RegExp;
  readonly hint?: RegExp;
}

const FAULTS: readonly FaultCase[] = [
  {
    name: '401',
    fault: status(401, `invalid key ${KEY}`),
    code: 'model-failed',
    message: /^local:test-model answered 401 Unauthorized: invalid key \[key\]\.$/,
    hint: /^check the key: providers\.local\.api_key in config\.yml, with \$\{LOCAL_API_KEY\} or \{file:path\}/,
  },
  { name: '403', fault: status(403, 'no access'), code: 'model-failed', message: /403 Forbidden: no access\.$/ },
  {
    name: '404',
    fault: status(404, 'model not found'),
    code: 'model-failed',
    message: /404 Not Found: model not found\.$/,
    hint: /base_url \(http:\/\/127\.0\.0\.1:\d+\/v1\)/,
  },
  {
    name: '429 with a time to wait',
    fault: status(429, 'slow down'),
    headers: { 'retry-after': '7' },
    code: 'model-failed',
    message: /429 Too Many Requests: slow down\.$/,
    hint: /\(it asks to wait 7 s\)$/,
  },
  { name: '500', fault: status(500, 'oops'), code: 'model-failed', message: /500 Internal Server Error: oops\.$/ },
  { name: '529', fault: status(529, 'Overloaded'), code: 'model-failed', message: /answered 529: Overloaded\.$/ },
  {
    name: 'an error whose body is a sentence in another form',
    fault: { kind: 'status', status: 400, message: '', body: '{"error":"model \'x\' does not know tools"}' },
    code: 'model-failed',
    message: /400 Bad Request: model 'x' does not know tools\.$/,
  },
  {
    name: 'an error page of a proxy',
    fault: { kind: 'status', status: 502, message: '', body: '<html><h1>Bad</h1></html>' },
    code: 'model-failed',
    message: /answered 502 Bad Gateway\.$/,
  },
  {
    name: 'an error body without end is not kept',
    fault: { kind: 'status', status: 500, message: '', body: `{"error":{"message":"big ${'x'.repeat(200_000)}"}}` },
    code: 'model-failed',
    message: /^.{0,100}500 Internal Server Error: .{0,300}…\.$/s,
  },
  {
    name: 'a redirect, which is not followed',
    fault: { kind: 'status', status: 307, message: '', body: '' },
    headers: { location: 'https://user:secret@elsewhere.example/v1?token=secret' },
    code: 'model-failed',
    message: /307 Temporary Redirect: it points to https:\/\/elsewhere\.example\/v1\.$/,
    hint: /set providers\.local\.base_url/,
  },
  {
    name: 'a status without a body',
    fault: { kind: 'status', status: 204, message: '', body: '' },
    headers: { 'content-type': 'text/event-stream' },
    code: 'model-reply-invalid',
    message: /sent a reply that could not be read: /,
  },
  {
    name: 'a page with status 200',
    fault: { kind: 'status', status: 200, message: '', body: '<html>Sign in</html>' },
    headers: { 'content-type': 'text/html; charset=utf-8' },
    code: 'model-reply-invalid',
    message: /answered with text\/html; charset=utf-8 instead of a stream of events; check base_url\.$/,
  },
  {
    name: 'a server that does not stream',
    fault: { kind: 'status', status: 200, message: '', body: '{"choices":[]}' },
    code: 'model-reply-invalid',
    message: /answered with application\/json instead of a stream/,
  },
  {
    name: 'a compressed reply',
    fault: { kind: 'empty' },
    headers: { 'content-encoding': 'br' },
    code: 'model-failed',
    message: /could not be read: the reply is compressed \(br\)/,
  },
  {
    name: 'an error as the first event',
    fault: { kind: 'error-event', type: 'overloaded_error', message: 'Too busy', atStart: true },
    code: 'model-failed',
    message: /Too busy\.$/,
  },
  {
    name: 'an empty 200',
    fault: { kind: 'empty' },
    code: 'model-reply-invalid',
    message: / answered with nothing\.$/,
  },
  {
    name: 'half a stream that ends in good order',
    fault: { kind: 'half' },
    code: 'model-reply-invalid',
    message: / stopped in the middle of its reply\.$/,
  },
  {
    name: 'half a stream and a broken connection',
    fault: { kind: 'reset' },
    code: 'model-reply-invalid',
    message: /broke the connection in the middle of its reply\.$/,
  },
  {
    name: 'a line that is no JSON',
    fault: { kind: 'garbage' },
    code: 'model-reply-invalid',
    message: /sent a line that is not JSON: \{"type": <html>\.$/,
  },
  {
    name: 'an error event in the middle',
    fault: { kind: 'error-event', type: 'overloaded_error', message: 'Too busy' },
    code: 'model-failed',
    message: /reported overloaded_error in the middle of its reply: Too busy\.$/,
    hint: /too much to do/,
  },
];

for (const protocol of WIRE_PROTOCOLS) {
  describe(`a model behind the protocol ${protocol}`, () => {
    for (const { name, fault, headers, code, message, hint } of FAULTS) {
      it(`turns ${name} into ${code}`, async () => {
        const calls = [{ tool: 'read', input: { path: 'a' } }];
        const found = await playFault(protocol, { say: 'Some words first.', calls, fault, headers: headers ?? {} });
        assert.equal(found.code, code);
        assert.match(found.message, message);
        if (hint !== undefined) assert.match(found.hint, hint);
      });
    }

    it('keeps every secret out of what a fault prints', async () => {
      const found = await playFault(protocol, { fault: status(401, `Incorrect API key provided: ${KEY}`) });
      const { inspect } = await import('node:util');
      assert.ok(!inspect(found, { depth: 10, showHidden: true }).includes(KEY));
    });

    it('says that nothing listens', async () => {
      const server = await startWireServer([]);
      const model = await open(protocol, server);
      await server.close();
      const found = await faultOf(collect(model.stream(ask(), signal())));
      assert.equal(found.code, 'model-failed');
      assert.match(
        found.message,
        /could not be reached at http:\/\/127\.0\.0\.1:\d+\/v1: nothing listens there \(ECONNREFUSED\)\.$/,
      );
    });

    it('says that a name has no address', async () => {
      const providers = { local: { protocol, baseUrl: 'http://no-such-host.invalid/v1', apiKey: KEY } };
      const opened = await openModel('local:m', { providers, allowFake: false });
      assert.ok(opened.ok);
      const found = await faultOf(collect(opened.value.stream(ask(), signal())));
      assert.equal(found.code, 'model-failed');
      assert.match(
        found.message,
        /could not be reached at http:\/\/no-such-host\.invalid\/v1: .*\((ENOTFOUND|EAI_AGAIN)\)\.$/,
      );
    });
  });
}
