import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts } from '../../testing/judge-facts.ts';
import { createLineFacts, createShellCall, type LineScene } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import { findControl, type Control } from './find-control.ts';

type Row = readonly [line: string, code: Control['code'] | null, scene?: LineScene];

const codeOf = (line: string, scene?: LineScene): Control['code'] | null =>
  findControl(createShellCall(line), createLineFacts(line, scene))?.code ?? null;

const api: LineScene = { apiAddress: '127.0.0.1:4820' };
const named: LineScene = { apiAddress: 'box.lan:4820' };

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'its own verbs, however they are started': [
    ['bailiwick trust .', 'own-verb'],
    ['bailiwick@1.2.3 setup', 'own-verb'],
    ['/opt/x/bin/bailiwick config set a b', 'own-verb'],
    ['npx bailiwick prompt x', 'own-verb'],
    ['npx --yes bailiwick prompt x', 'own-verb'],
    ['npx -p bailiwick bailiwick prompt x', 'own-verb'],
    ['npx --what x bailiwick prompt x', 'own-verb'],
    ['npx -- bailiwick prompt x', 'own-verb'],
    ...'-y --no -q --ignore-existing --no-install --offline --prefer-offline --prefer-online --silent -s -A --allow-all -w'
      .split(' ')
      .flatMap((flag): readonly Row[] => [
        [`npx ${flag} bailiwick trust`, 'own-verb'],
        [`npx ${flag} cowsay bailiwick trust`, null],
      ]),
    ...'-p --userconfig --cache --registry --prefix -C --loglevel --workspace -n --node-options'
      .split(' ')
      .flatMap((flag): readonly Row[] => [
        [`npx ${flag} x bailiwick trust`, 'own-verb'],
        [`npx ${flag} bailiwick cowsay trust`, null],
      ]),
    ...'-r --import --loader --experimental-loader -C --env-file'
      .split(' ')
      .map((flag): Row => [`node ${flag} x bin/bailiwick.js trust`, 'own-verb']),
    ...'--inspect --inspect-brk=1 --max-old-space-size=9 --disable-warning=x -i --no-warnings --permission'
      .split(' ')
      .map((flag): Row => [`node ${flag} bin/bailiwick.js trust`, 'own-verb']),
    ['npx --what x -- bailiwick prompt x', 'own-verb'],
    ['npm exec -- bailiwick prompt x', 'own-verb'],
    ['npm exec bailiwick trust', 'own-verb'],
    ['pnpm dlx bailiwick trust', 'own-verb'],
    ['node bin/bailiwick.js trust', 'own-verb'],
    ['node --enable-source-maps /x/bailiwick/dist/main.js trust', 'own-verb'],
    ['node ~/bailiwick/src/main.ts trust', 'own-verb'],
    ['bash node_modules/.bin/bailiwick trust', 'own-verb'],
    ['npm exec bailiwick -- trust', 'own-verb'],
    ['bailiwick -- trust --help', 'own-verb'],
    ['node src/main.ts trust', null],
    ['cd "$(date)"; node src/main.ts trust', null],
    ['bun run bailiwick trust', 'own-verb'],
    ['deno run -A bailiwick trust', 'own-verb'],
    ['sudo bailiwick trust', 'own-verb'],
    ['bash -c "bailiwick trust"', 'own-verb'],
    ['bailiwick "$(date)"', 'own-verb'],
    ['bailiwick --what', 'own-verb'],
    ['bailiwick nosuch', 'own-verb'],
    ['bailiwick constructor', 'own-verb'],
    ['bailiwick policy', 'own-verb'],
    ['bailiwick policy "$(date)"', 'own-verb'],
    ['bailiwick skills proposals apply 1', 'own-verb'],
    ['bailiwick skills proposals', 'own-verb'],
    ['bailiwick skills proposals list', null],
    ['bailiwick skills proposals show 01kc', null],
    ['bailiwick skills proposals reject 01kc', 'own-verb'],
    ['bailiwick skills proposals reject --reason list 01kc', 'own-verb'],
    ['bailiwick skills proposals "$WHAT" 01kc', 'own-verb'],
    ['bailiwick skills proposals --yes --revision 3f0c9a51b2de apply 01kc', 'own-verb'],
    ['bailiwick "skills" \'proposals\' app"ly" --yes --revision 3f0c9a51b2de 01kc', 'own-verb'],
    ['npx --yes bailiwick skills proposals apply 01kc', 'own-verb'],
    ['npm exec bailiwick -- skills revert --yes demo', 'own-verb'],
    ['node ./node_modules/.bin/bailiwick skills revert demo', 'own-verb'],
    ['yes | bailiwick skills revert demo', 'own-verb'],
    ['echo 01kc | xargs bailiwick skills proposals apply --yes --revision 3f0c9a51b2de', 'own-verb'],
    ['bash -c "bailiwick skills revert --yes demo 2"', 'own-verb'],
    ['env BAILIWICK_INSIDE= bailiwick skills revert --yes demo', 'own-verb'],
    ['script -qc "bailiwick skills proposals apply 01kc" /dev/null', 'own-verb'],
    ['bailiwick skills revert demo -- --help', 'own-verb'],
    ['bailiwick skills revert --help', null],
    ['bailiwick skills history --json demo', null],
    ['bailiwick skills diff demo 1 2', null],
    ['bailiwick skills list', null],
    ['bailiwick jobs list --all', null],
    ['bailiwick jobs run', 'own-verb'],
    ['bailiwick jobs', 'own-verb'],
    ['bailiwick commands list', null],
    ['bailiwick commands', 'own-verb'],
    ['bailiwick check ls', null],
    ['bailiwick policy show', null],
    ['bailiwick trust list', null],
    ['bailiwick trust revoke .', 'own-verb'],
    ['bailiwick sessions list', null],
    ['bailiwick sessions export last', null],
    ['bailiwick sessions export last --out x.md', 'own-verb'],
    ['bailiwick sessions export --out=/home/u/.bailiwick/config.yml last', 'own-verb'],
    ['bailiwick sessions export "$(date)"', 'own-verb'],
    ['bailiwick sessions fork last', 'own-verb'],
    ['bailiwick sessions delete --yes last', 'own-verb'],
    ['bailiwick policy replay --with x.yml', null],
    ['bailiwick policy suggest', null],
    ['bailiwick audit --verdict deny', null],
    ['bailiwick tools --json', null],
    ['bailiwick trust --help', null],
    ['bailiwick -h', null],
    ['bailiwick', null],
    ['ln -s $(which bailiwick) bw; ./bw trust', 'own-verb'],
    ['cp /usr/bin/bailiwick bw && ./bw trust', 'own-verb'],
    ['ln -s x bw; ./bw trust', null],
    ['ln -s $(which bailiwick) bw; ./other trust', null],
    ['ln -s $(which bailiwick) bw; ./bw check ls', null],
    ['./"$(date)" trust', null],
    [`awk 'BEGIN{system("bailiwick trust .")}'`, 'own-verb'],
    [`python3 -c 'run(["bailiwick", "trust"])'`, 'own-verb'],
    [`python3 <<< 'system("bailiwick setup")'`, 'own-verb'],
    [`python3 -c 'run(["bailiwick", "check", "ls"])'`, null],
    [`python3 -c 'print("bailiwick is here")'`, null],
    ['ssh localhost bailiwick trust .', 'own-verb'],
    ['ssh u@127.0.0.1 "cd x; bailiwick trust ."', 'own-verb'],
    ['ssh host bailiwick trust .', null],
    ['gh pr create --body "run bailiwick trust ."', null],
    ['bailiwick --version', null],
    ['npx bailiwick -v', null],
    ['npx cowsay bailiwick', null],
    ['npx', null],
    ['npm run bailiwick', null],
    ['npm install bailiwick', null],
    ['npm "$(date)" bailiwick', null],
    ['npm exec cowsay', null],
    ['node app.js', null],
    ['bun test', null],
    ['echo bailiwick trust', null],
    ['"$(date)" trust', null],
    ['X=1', null],
  ],
  'what steers the judge': [
    ['echo x > ~/.bailiwick/config.yml', 'own-file'],
    ['echo x >> ~/.bailiwick/rules.yml', 'own-file'],
    ['touch ~/.bailiwick/security/people.yaml', 'own-file'],
    ['cp x ~/.bailiwick/trust.json', 'own-file'],
    ['cp config.yml ~/.bailiwick', 'own-file'],
    ['cp -r x/. ~/.bailiwick', 'own-file'],
    ['cp "$(date)" ~/.bailiwick', 'own-file'],
    ['cp x/* ~/.bailiwick', 'own-file'],
    ['cp notes.md ~/.bailiwick', null],
    ['ln "$(date)" ~/.bailiwick', 'own-file'],
    ['ln -st ~/.bailiwick x/*', 'own-file'],
    ['cp -l "$(date)" .bailiwick/', 'own-file'],
    ['ln -s notes.md ~/.bailiwick', null],
    ['ln -s "$(date)" ~/.bailiwick/skills', null],
    ['cpio -id -D ~/.bailiwick', 'own-file'],
    ['find . | cpio -pd ~/.bailiwick', 'own-file'],
    ['cpio -id -D ~/.bailiwick/skills', null],
    ['unrar x a.rar ~/.bailiwick/', 'own-file'],
    ['tar -xf x -C ~/.bailiwick', 'own-file'],
    ['cd ~/.bailiwick && tar xf x', 'own-file'],
    ['rsync -a x/ ~/.bailiwick/', 'own-file'],
    ['scp host:config.yml ~/.bailiwick', 'own-file'],
    ['mv x/* ~/.bailiwick', 'own-file'],
    ['mv notes.md ~/.bailiwick', null],
    ['wget -P ~/.bailiwick http://x.org/a', 'own-file'],
    ['cd ~/.bailiwick && curl -O http://x.org/config.yml', 'own-file'],
    ['cd ~/.bailiwick && curl -O http://x.org/notes.md', null],
    ['openssl rand -out ~/.bailiwick/config.yml 9', 'own-file'],
    ['git -C ~/.bailiwick checkout -- config.yml', 'own-file'],
    ['git -C ~ -C .bailiwick reset --hard', 'own-file'],
    ['git -C ~/.bailiwick log', null],
    ['find ~ -name rules.yml -delete', 'own-file'],
    ['find ~ -iname "*.YML" -exec rm {} +', 'own-file'],
    ['find ~ -name "$(date)" -delete', 'own-file'],
    ['find ~ -mtime +30 -delete', 'own-file'],
    ['find ~ -name "*.pyc" -delete', null],
    ['find ~ -name rules.yml', null],
    ['find -L ~/.bailiwick/security -delete', 'own-file'],
    ['find ~/.bailiwick -exec sed -i s/a/b/ {} +', 'own-file'],
    ['find ~/.bailiwick -name "*.md" | wc -l', null],
    ['touch -m ~/.bailiwick', null],
    ['mv ~/.bailiwick away', 'own-file'],
    ['rm -rf ~/.bailiwick', 'own-file'],
    ['chmod -R 777 ~/.bailiwick', 'own-file'],
    ['rm ~/.bailiwick/*.yml', 'own-file'],
    ['rm ~/.b*', 'own-file'],
    ['rm ~/.bailiwick/c?che/x', 'own-file'],
    ['rm .bailiwick/plug*/x', 'own-file'],
    ['rm -rf .bailiwick', 'own-file'],
    ['touch .bailiwick/config.yml', 'own-file'],
    ['touch ../other/.bailiwick/plugins/x', 'own-file'],
    ['ln -s ~/.bailiwick/rules.yml x', 'own-file'],
    ['sed -i s/a/b/ ~/.bailiwick/config.yml', 'own-file'],
    ['strange ~/.bailiwick/config.yml', 'own-file'],
    ['strange --file=~/.bailiwick/config.yml', 'own-file'],
    ['strange --file=/home/u/.bailiwick/config.yml', 'own-file'],
    ['strange -f/home/u/.bailiwick/config.yml', 'own-file'],
    ['strange < ~/.bailiwick/config.yml', 'own-file'],
    ['strange x 2>&1', null],
    ["python3 -c \"open('/home/u/.bailiwick/rules.yml', 'w')\"", 'own-file'],
    ['python3 -c "open(\'$HOME/.bailiwick/rules.yml\')"', 'own-file'],
    ['python3 -c "open(\'.bailiwick/config.yml\')"', 'own-file'],
    ['python3 -c "open(\'notes/a.md\')"', null],
    ['git commit -m "change /home/u/.bailiwick/config.yml"', null],
    ['echo "see /home/u/.bailiwick/config.yml"', null],
    ['cat ~/.bailiwick/config.yml', null],
    ['ls ~/.bailiwick', null],
    ['touch ~/.bailiwick/skills/x', null],
    ['rm ~/x*', null],
    ['"$(date)" > .bailiwick', null],
    ['rm -- -rf ~', null],
    ['rm -rf *', null, { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/home/u' } }) }],
    ['mv link x', null, { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/home/u' } }) }],
    ['rm -rf link/', 'own-file', { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/home/u' } }) }],
    ['chmod -R 777 link', 'own-file', { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/home/u' } }) }],
    ['rm -rf /home/*', 'own-file'],
    ['rm ~/.bailiwick/skills/*', null],
    [
      'touch link',
      'own-file',
      { disk: createMemoryDisk({ '/home/u/proj/link': { link: '/home/u/.bailiwick/config.yml' } }) },
    ],
  ],
  'what the agent may not even read': [
    ['cat ~/.bailiwick/credentials.json', 'own-secret'],
    ['grep x ~/.bailiwick/state.db', 'own-secret'],
    ['cat ~/.bailiwick/st*', 'own-secret'],
    ['wc < ~/.bailiwick/credentials.json', 'own-secret'],
    ['strange -f/home/u/.bailiwick/state.db', 'own-secret'],
    ['find ~/.bailiwick -exec sed -n p {} +', 'own-secret'],
    ['find ~/.bailiwick -name credentials.json | xargs cat', 'own-secret'],
    ['find ~/.bailiwick -name credentials.json | parallel cat', 'own-secret'],
    ['find ~ -path ".bailiwick/state.db" -exec cat {} +', 'own-secret'],
    ['find ~ -name "$(date)" -exec cat {} +', null],
    ['find "$(date)" -exec cat {} +', null],
    ['find ~/.bailiwick -exec ls {} +', null],
    ['find ~/.bailiwick -exec echo {} +', null],
    ['find ~/.bailiwick -exec "$(date)" {} +', 'own-secret'],
    ['grep -r x ~/.bailiwick', 'own-secret'],
    ['cd "$(date)"; grep -r x y', null],
    ['"$(date)" x | xargs cat', null],
    ['cd "$(date)"; ls a | xargs cat', null],
    ['rg -g "!.bailiwick" x ~/.bailiwick', null],
    ['rg --glob=*.ts x ~/.bailiwick', null],
    ['grep -r --include=*.json x ~/.bailiwick', 'own-secret'],
    ['grep -r --exclude-dir .bailiwick x ~/.bailiwick', null],
    ['grep -re x ~/.bailiwick', 'own-secret'],
    ['tar xf ~/x', null],
    ['7z a x ~', 'own-secret'],
    ['zip x ~', null],
    ['cp -r ~/.b* x', 'own-secret'],
    ['cp -r ~/* x', null],
    ['find ~ "(" -name credentials.json -o -name x ")" -exec cat {} +', 'own-secret'],
    ['find ~/.bailiwick ! -name x -exec cat {} +', 'own-secret'],
    ['find ~/.bailiwick -name "$(date)" -exec cat {} +', 'own-secret'],
    ['cp -r ~/.bailiwick x', 'own-secret'],
    ['tar cf x ~/.bailiwick', 'own-secret'],
    ['tar "$(date)" x', null],
    ['git -C ~/.bailiwick diff state.db', 'own-secret'],
    ['git -C "$(date)" diff state.db', null],
    ['git -C', null],
    ['ls -l ~/.bailiwick/state.db', null],
    ['cat ~/.bailiwick/results/x', null],
    ['cat "$(date)"', null],
  ],
  'its own interface': [
    ['curl http://127.0.0.1:4820/v1/approvals', 'own-api', api],
    ['curl localhost:4820', 'own-api', api],
    ['curl http://[::1]:4820/', 'own-api', api],
    ['curl http://BOX.lan:4820/', 'own-api', named],
    ['cat < /dev/tcp/localhost/4820', 'own-api', api],
    ['strange /dev/tcp/localhost/4821', null, api],
    ['curl http://example.org:4820/', null, api],
    ['curl localhost:4821', null, api],
    ['curl localhost:4820', null],
    ['echo localhost:4820', null, api],
    ['http :4820/v1', 'own-api', api],
    ['http :4820/v1', null, named],
    ['http :48200/v1', null, api],
    ['curl http://2130706433:4820', 'own-api', api],
    ['curl http://api.localhost:4820', 'own-api', api],
    ['nc localhost 4820', 'own-api', api],
    ['nc "$(date)" 4820', null, api],
    ['nc "localhost$(date)" 4820', 'own-api', api],
    ['echo x > /dev/tcp/127.0.0.1/4820', 'own-api', api],
    ['echo x 2>&1', null, api],
    ['strange 2>&1 ..', null, api],
    ['curl "http://%/:4820"', null, api],
    ['python3 -c "connect((\'localhost\', 4820))"', 'own-api', api],
    ['python3 <<< "urlopen(\'http://localhost:4820\')"', 'own-api', api],
    ['python3 <<< "open(\'/home/u/.bailiwick/rules.yml\')"', 'own-file', api],
    ['echo "print(1)" | python3', null, api],
    ['echo \'urlopen("http://localhost:4820")\' | python3', 'own-api', api],
    ['echo \'open("/home/u/.bailiwick/rules.yml")\' | python3', 'own-file'],
    ['curl http://999.999.999.999:4820/', null, api],
    ['cat x | python3', null, api],
  ],
};

for (const [name, rows] of Object.entries(TABLES)) {
  describe(`control: ${name}`, () => {
    for (const [line, code, scene] of rows) {
      test(`${line} -> ${code ?? 'nothing'}`, () => assert.equal(codeOf(line, scene), code));
    }
  });
}

describe('control: other tools', () => {
  const effects = [{ kind: 'net-in', target: '' }] as const;
  const call = (tool: string, input: Call['input'] = {}): Call => ({ id: 'c', tool, input, cwd: '/home/u/proj' });
  const ask = (given: Call, changes: Partial<Facts>): Control['code'] | null =>
    findControl(given, createFacts(changes))?.code ?? null;
  const paths = (absolute: string, real: string | null = absolute) => [{ given: absolute, absolute, real }];

  test('writing what steers the judge is denied, reading it is not', () => {
    const config = paths('/home/u/.bailiwick/config.yml');
    assert.equal(ask(call('write'), { paths: config }), 'own-file');
    assert.equal(ask(call('read'), { paths: config }), null);
    assert.equal(ask(call('write'), { paths: paths('/home/u/proj/x', '/home/u/.bailiwick/config.yml') }), 'own-file');
    assert.equal(ask(call('write'), { paths: paths('/home/u/.bailiwick/config.yml', null) }), 'own-file');
    assert.equal(ask(call('edit'), { paths: paths('/home/u/proj/x') }), null);
  });

  test('keys are not read, by a link either', () => {
    assert.equal(
      ask(call('read'), { paths: paths('/home/u/proj/x', '/home/u/.bailiwick/credentials.json') }),
      'own-secret',
    );
    assert.equal(ask(call('foreign__tool'), { paths: paths('/home/u/.bailiwick/state.db') }), 'own-secret');
  });

  test('a tool with the network does not call the own interface', () => {
    const tool = { name: 'http_get', risk: 'low', subject: '', effects, fault: null } as const;
    const own = call('http_get', { url: 'http://127.0.0.1:4820/', tries: 3 });
    assert.equal(ask(own, { tool, apiAddress: '127.0.0.1:4820' }), 'own-api');
    const posts = { ...tool, effects: [{ kind: 'net-out', target: '' }] } as const;
    assert.equal(ask(own, { tool: posts, apiAddress: '127.0.0.1:4820' }), 'own-api');
    assert.equal(ask(own, { tool: { ...tool, effects: [] }, apiAddress: '127.0.0.1:4820' }), null);
    assert.equal(ask(own, { tool }), null);
  });
});
