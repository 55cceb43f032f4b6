import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, transform, type Metafile, type Plugin } from 'esbuild';

/**
 * Makes `dist/`: modules for whoever imports the package, scripts for `bin/bailiwick.js`, which starts them faster than
 * Node starts modules; shared code and what is loaded on demand in `dist/chunks/`. Runs as `prepare` after `npm ci`, and
 * by hand as `npm run build`; tests name another folder to put it; needs no install script of esbuild.
 */

const root = join(import.meta.dirname, '..');
const out = process.argv[2] ?? join(root, 'dist');

/** What package.json exports. */
const ENTRIES: Readonly<Record<string, string>> = {
  app: 'src/app/create-app.ts',
  policy: 'src/policy/index.ts',
  sdk: 'src/sdk/index.ts',
};

/** Gives the packages of the providers our own `Headers`, as src/models/plain-headers.ts explains. */
const plainHeaders: Plugin = {
  name: 'plain-headers',
  setup({ onLoad }) {
    const ours = JSON.stringify(join(root, 'src/models/plain-headers.ts'));
    onLoad({ filter: /@ai-sdk\/provider-utils\/dist\/index\.js$/ }, ({ path }) => ({
      contents: `import { PlainHeaders as Headers } from ${ours};\n${readFileSync(path, 'utf8')}`,
    }));
  },
};

/** Modules of Node that take long to load, and of which only functions are used. */
const LATE = /^node:(child_process|crypto|fs\/promises|readline|timers\/promises)$/;

/** Loads these when the first of their functions is called, and not where they are imported: most starts need none. */
const lateBuiltins: Plugin = {
  name: 'late-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LATE }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'late', sideEffects: false } : null,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
      const module: unknown = await import(path);
      const names = Object.entries(module as object).flatMap(([name, value]) =>
        typeof value === 'function' && name !== 'default' ? [name] : [],
      );
      const call = (name: string): string => `process.getBuiltinModule('${path}').${name}(...given)`;
      const exported = names.map((name) => `export const ${name} = (...given) => ${call(name)};`);
      return { contents: [...exported, `export default { ${names.join(', ')} };`].join('\n') };
    });
  },
};

/** Modules of ours that hold nothing but JSON, which takes long to compute. */
const COMPUTED = /\/src\/guard\/scan\/(?:reading\/words-by-start|shapes\/shape-literals)\.ts$/;

/** Puts what these export in their place. */
const computed: Plugin = {
  name: 'computed',
  setup({ onLoad }) {
    onLoad({ filter: COMPUTED }, async ({ path }) => {
      const module: unknown = await import(path);
      const exported = Object.entries(module as object).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return { contents: exported.join('\n') };
    });
  },
};

/** What nearly everything of ours uses, and what loads nothing else. */
const GROUND = globSync('src/{base,vocab}/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !/from 'zod/.test(readFileSync(join(root, file), 'utf8')),
);

/**
 * Puts the small modules of the ground into one chunk: every other module of ours is told to need all of them. Else each
 * has a chunk of its own, for each is used by other commands, and a program starts faster the fewer files it loads.
 */
const oneGround: Plugin = {
  name: 'one-ground',
  setup({ onLoad }) {
    const imports = GROUND.map((file) => `import ${JSON.stringify(join(root, file))};`).join(' ');
    onLoad({ filter: /\/src\/(app|cli|models|policy|run|sandbox|shell|store|tools)\/.*\.ts$/ }, ({ path }) => ({
      contents: `${imports} ${readFileSync(path, 'utf8')}`,
      loader: 'ts',
    }));
  },
};

const bundle = (
  entryPoints: Readonly<Record<string, string>>,
  define: Readonly<Record<string, string>>,
  banner: string,
) =>
  build({
    absWorkingDir: root,
    entryPoints,
    outdir: out,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24.16',
    banner: { js: banner },
    define,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none', // dist/LICENSES.txt holds the whole texts
    plugins: [oneGround, plainHeaders, lateBuiltins, computed],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });

// CommonJS parts of dependencies ask for Node's own modules by `require`, which an ES module does not have.
const modules = await bundle(ENTRIES, {}, 'const require = process.getBuiltinModule;');
const define = { 'import.meta.url': 'mainUrl', 'BAILIWICK_COMMIT': JSON.stringify(findCommit()) };
const scripts = await bundle({ main: 'src/main.ts' }, define, '');
const files = [
  ...modules.outputFiles.map(({ path, text }) => ({ path, text: takeBuiltinsPlain(text) })),
  ...(await Promise.all(scripts.outputFiles.map(({ path, text }) => toScript(path, takeBuiltinsPlain(text))))),
];

const isTaken = Object.entries(scripts.metafile.inputs).some(
  ([file, { imports }]) =>
    file.includes('/provider-utils/') && imports.some(({ path }) => path.endsWith('plain-headers.ts')),
);
if (!isTaken) throw new Error('the packages of the providers stand elsewhere now, and did not take our Headers');

rmSync(out, { recursive: true, force: true });
const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
for (const { path, text } of files) {
  mkdirSync(dirname(path), { recursive: true });
  // The launcher knows by it whether code that it kept belongs to this build.
  writeFileSync(path, path.endsWith('main.cjs') ? `//${digest}\n${text}` : text);
}
writeFileSync(join(out, 'LICENSES.txt'), licensesOf(scripts.metafile));
console.log(`built ${files.length} files into ${process.argv[2] ?? 'dist'}`);

/** The commit of the sources, with `-dirty` where they were changed since; null outside of a repository. */
function findCommit(): string | null {
  const args = ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 && existsSync(join(root, '.git')) ? stdout.trim() : null;
}

/** The same as a script whose imports are calls of `require`; plain ASCII, as the launcher reads it. */
async function toScript(path: string, text: string): Promise<{ readonly path: string; readonly text: string }> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node24.16',
    minifySyntax: true,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
  });
  // What is left besides ASCII stands in regular expressions, where its escape means the same.
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { path: path.replace(/\.js$/, '.cjs'), text: ascii };
}

/**
 * Takes Node's own modules as they are instead of through an ES module facade, which reads every export of a module
 * first: for `node:crypto` alone that is a tenth of the start of `check`. Works on esbuild's own form of an import.
 */
function takeBuiltinsPlain(text: string): string {
  const statement = /(?<![\w$.])import ?(?:([\w$]+),?)? ?(?:\* ?as ([\w$]+)|\{([^}]*)\})? ?from ?"(node:[\w/]+)";/g;
  return text.replace(statement, (...found: (string | undefined)[]) => {
    const [, whole, space, named, id] = found;
    const module = `process.getBuiltinModule("${id ?? ''}")`;
    const names = [whole, space, named && `{${named.replaceAll(' as ', ':')}}`].filter(Boolean);
    return names.length === 0 ? '' : `const ${names.map((name) => `${name}=${module}`).join(',')};`;
  });
}

/** The licence of every package of which code went into the bundle, as their licences ask. */
function licensesOf(metafile: Metafile): string {
  const folders = Object.keys(metafile.inputs).map(
    (input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? '',
  );
  const texts = [...new Set(folders)].filter(Boolean).map(licenseOf);
  return texts.toSorted((a, b) => (a < b ? -1 : 1)).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder: string): string {
  const about: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license } = about as Readonly<Record<string, unknown>>;
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(root, folder, file), 'utf8')}`;
  return `${String(name)} ${String(version)} (${String(license)})\n${text}`;
}
