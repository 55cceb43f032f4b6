/**
 * The floors: which room of `src/` may import which. This table is the law; AGENTS.md tells it in words.
 * A room that is not in the table may not exist. Every room sees itself.
 */

const PURE = ['base', 'vocab', 'shell', 'policy', 'guard', 'access', 'skills'] as const;
const EVERYTHING_BELOW = [
  ...PURE,
  'ports',
  'run',
  'tools',
  'models',
  'sandbox',
  'store',
  'documents',
  'fetcher',
  'sdk',
  'plugins',
] as const;

export const MAY_SEE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  vocab: ['base'],
  shell: ['base', 'vocab'],
  policy: ['base', 'vocab', 'shell'],
  guard: ['base', 'vocab'],
  access: ['base', 'vocab'],
  skills: ['base', 'vocab', 'guard'],
  ports: ['base', 'vocab'],
  run: [...PURE, 'ports'],
  // Workers: never each other, and never the policy; what they need of it is handed to them through a port.
  tools: ['base', 'vocab', 'ports', 'guard', 'skills'],
  models: ['base', 'vocab', 'ports', 'guard'],
  sandbox: ['base', 'vocab', 'ports'],
  store: ['base', 'vocab', 'ports'],
  documents: ['base', 'vocab', 'ports', 'guard'],
  fetcher: ['base', 'vocab', 'ports', 'guard'],
  // What authors of plugins see, and nothing that works.
  sdk: ['base', 'vocab', 'ports'],
  plugins: ['base', 'vocab', 'ports', 'guard', 'skills', 'sdk'],
  app: EVERYTHING_BELOW,
  // Front ends hold no rules: they see the words and the app.
  cli: ['base', 'vocab', 'app'],
  http: ['base', 'vocab', 'app'],
  matrix: ['base', 'vocab', 'app'],
  hooks: ['base', 'vocab', 'app'],
  mcp: ['base', 'vocab', 'app'],
  console: ['vocab'],
  testing: [...PURE, 'ports', 'run'],
  main: ['base', 'vocab', 'app', 'cli'],
};

/** Modules that only some rooms may import; a name that ends in `/` stands for all that begin with it. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['sandbox'],
  'node:worker_threads': ['sandbox', 'documents'],
  'node:cluster': [],
  'node:vm': [],
  'node:sqlite': ['store'],
  'pg': ['store'],
  'kysely': ['store'],
  // testing: a local server that speaks the models' protocols
  'node:http': ['models', 'fetcher', 'http', 'testing'],
  'node:https': ['models', 'fetcher', 'http'],
  'node:http2': ['models', 'fetcher', 'http'],
  'node:tls': ['models', 'fetcher', 'http'],
  'node:net': ['models', 'fetcher', 'http', 'testing', 'sandbox'], // sandbox: a stream over a pipe that is open already
  'node:dgram': [],
  'node:dns': ['fetcher'],
  'node:dns/promises': ['fetcher'],
  'undici': ['models', 'fetcher'],
  '@ai-sdk/': ['models'],
  'unbash': ['shell'],
  'node:fs': ['app', 'cli', 'documents', 'models', 'plugins', 'sandbox', 'store', 'testing', 'tools', 'http', 'main'],
  'node:fs/promises': [
    'app',
    'cli',
    'documents',
    'models',
    'plugins',
    'sandbox',
    'store',
    'testing',
    'tools',
    'http',
    'main',
  ],
};

/** Pure rooms ask nothing of the machine. What one may import of node is named here. */
export const PURE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: ['node:crypto'],
  vocab: [],
  shell: [],
  policy: [],
  guard: [],
  access: [],
  skills: [],
  ports: [],
  sdk: [],
};

/** Text that only some files may hold. `where` names rooms (`models/`) and files (`main.ts`). */
export const TEXTS: readonly { readonly text: RegExp; readonly name: string; readonly where: readonly string[] }[] = [
  {
    text: /\bprocess\s*(\.\s*env\b|\[\s*['"]env)/,
    name: 'process.env',
    // main.ts hands it to the command once, as a value; load-config.ts makes configuration of it
    where: ['app/load-config.ts', 'main.ts'],
  },
  { text: /(?<![\w.])fetch\(/, name: 'fetch()', where: ['models/', 'fetcher/'] },
  { text: /\bprocess\.chdir\(/, name: 'process.chdir()', where: [] },
  { text: /\bprocess\.exit\(/, name: 'process.exit()', where: ['main.ts'] },
];

/** Texts that make a pure room depend on more than its arguments. */
export const IMPURE_TEXTS: readonly { readonly text: RegExp; readonly name: string }[] = [
  { text: /\bDate\.now\(\)|\bnew Date\(\)|\bperformance\.now\(/, name: 'the clock' },
  { text: /\bMath\.random\(|\bcrypto\.randomUUID\(/, name: 'chance' },
  { text: /(?<![\w.])process\./, name: 'the process' },
  { text: /\bset(Timeout|Interval|Immediate)\(/, name: 'a timer' },
];

/** Exceptions, each with its reason: `<file>: <the end of the violation>`. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'base/ids.ts uses the clock': 'the default of an argument; tests and replays hand the time in',
};
