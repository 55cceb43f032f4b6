import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/**
 * Makes `dist/`: one module for each entry; shared code and what is loaded on demand in `dist/chunks/`.
 * Runs as `prepare` after `npm ci`, and by hand as `npm run build`; tests name another folder to put it; needs no install script of esbuild.
 */

const root = join(import.meta.dirname, '..');
const out = process.argv[2] ?? join(root, 'dist');

/** The launcher's program, and what package.json exports. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: 'src/main.ts',
  app: 'src/app/create-app.ts',
  policy: 'src/policy/index.ts',
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
      return { contents: names.map((name) => `export const ${name} = (...given) => ${call(name)};`).join('\n') };
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

const result = await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir: out,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24.16',
  // CommonJS parts of dependencies ask for Node's own modules by `require`, which an ES module does not have.
  banner: { js: 'const require = process.getBuiltinModule;' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none', // dist/LICENSES.txt holds the whole texts
  plugins: [oneGround, plainHeaders, lateBuiltins],
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const isTaken = Object.entries(result.metafile.inputs).some(
  ([file, { imports }]) =>
    file.includes('/provider-utils/') && imports.some(({ path }) => path.endsWith('plain-headers.ts')),
);
if (!isTaken) throw new Error('the packages of the providers stand elsewhere now, and did not take our Headers');

rmSync(out, { recursive: true, force: true });
for (const { path, text } of result.outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, takeBuiltinsPlain(text));
}
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'LICENSES.txt'), licensesOf(result.metafile));
console.log(`built ${result.outputFiles.length} files into ${process.argv[2] ?? 'dist'}`);

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
