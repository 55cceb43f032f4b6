#!/usr/bin/env node
// Starts Bailiwick: the built program where there is one, else the sources. Plain JavaScript, so that an old Node reads it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) {
  console.error(`Bailiwick needs Node 24.16 or newer, and this is Node ${process.versions.node}.`);
  console.error('In a checkout, npm ci brings the right one: start it as npx bailiwick. Elsewhere, install Node 24.');
  process.exit(2);
}

// Taken as they are: an import would first read every export of theirs, which loads all of Node's streams.
const [fs, module, os, path, url, vm] = ['fs', 'module', 'os', 'path', 'url', 'vm'].map((name) =>
  process.getBuiltinModule(`node:${name}`),
);

const isOurs = (found, othersMay) =>
  found.isDirectory() && found.uid === process.getuid?.() && !(found.mode & othersMay);

/** Where compiled code is kept: only where no one else can write; null where that is not so, and it is compiled anew. */
function findCache({ HOME: given, BAILIWICK_HOME: own, XDG_CONFIG_HOME: xdg }) {
  const shared = xdg?.startsWith('/') && fs.existsSync(path.join(xdg, 'bailiwick')) && path.join(xdg, 'bailiwick');
  const home = own || shared || path.join(given?.startsWith('/') ? given : os.userInfo().homedir, '.bailiwick');
  const cache = path.join(home, 'cache');
  try {
    for (const folder of [home, cache]) if (!fs.existsSync(folder)) fs.mkdirSync(folder, 0o700);
    return isOurs(fs.statSync(home), 0o022) && isOurs(fs.lstatSync(cache), 0o077) ? cache : null;
  } catch {
    return null; // a home that cannot be written simply goes without
  }
}

/**
 * The compiled code of a command's scripts, by their names. In the file: the length of the index, the index as JSON (the
 * build it belongs to; name -> where its code begins behind the index, and its length), the code; and all of it again,
 * for V8 dies of damaged code, and to compare two halves needs no module that takes longer to load than it saves.
 */
function readPack(file, build) {
  try {
    const whole = fs.readFileSync(file);
    const bytes = whole.subarray(0, whole.length / 2);
    if (!bytes.equals(whole.subarray(bytes.length))) return new Map();
    const start = 4 + bytes.readUInt32LE(0);
    const index = JSON.parse(bytes.toString('latin1', 4, start));
    const entries = index.build === build ? Object.entries(index.scripts) : [];
    return new Map(entries.map(([name, [at, length]]) => [name, bytes.subarray(start + at, start + at + length)]));
  } catch {
    return new Map(); // none yet, or none that can be read: made anew at the end
  }
}

/** Written beside and moved, so that nobody reads half of it. */
function writePack(file, build, codes) {
  const index = { build, scripts: {} };
  let at = 0;
  for (const [name, { length }] of codes) {
    index.scripts[name] = [at, length];
    at += length;
  }
  const head = Buffer.from(JSON.stringify(index));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const draft = `${file}.${process.pid}`;
  const half = [size, head, ...codes.values()];
  try {
    fs.writeFileSync(draft, Buffer.concat([...half, ...half]), { mode: 0o600 });
    fs.renameSync(draft, file);
  } catch {
    fs.rmSync(draft, { force: true }); // a full disk, say: the next start tries again
  }
}

/**
 * Runs the built program. Its scripts are compiled from what the last run of the same command kept, which holds the
 * functions that ran and not only the outline that Node's own cache keeps: that is most of the time of a start.
 */
function runBuilt(dist, cache) {
  const [verb] = process.argv.slice(2);
  const file = cache !== null && /^[a-z]+$/.test(verb ?? '') ? path.join(cache, `code-${verb}`) : null;
  // The first line of the program is a digest of the whole build.
  const build = fs.readFileSync(path.join(dist, 'main.cjs'), 'latin1').split('\n', 1)[0];
  const pack = file === null ? new Map() : readPack(file, build);
  const mainUrl = url.pathToFileURL(path.join(dist, 'main.cjs')).href;
  const scripts = new Map();
  const modules = new Map();
  let isNew = false;
  const load = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    modules.set(name, made);
    const filename = path.join(dist, name);
    const source = `(function(exports,require,module,mainUrl){'use strict';${fs.readFileSync(filename, 'latin1')}\n})`;
    const cachedData = pack.get(name);
    const script = new vm.Script(source, { filename, cachedData });
    isNew ||= cachedData === undefined || script.cachedDataRejected;
    scripts.set(name, script);
    script.runInThisContext()(made.exports, require, made, mainUrl);
    return made.exports;
  };
  const require = (id) =>
    id.startsWith('.') ? load(`chunks/${path.basename(id, '.js')}.cjs`) : process.getBuiltinModule(id);
  process.once('exit', (code) => {
    // A command that does not exist, or is used wrongly, is not kept.
    if (file === null || !isNew || code === 2) return;
    const rest = [...pack].filter(([name]) => !scripts.has(name));
    writePack(
      file,
      build,
      new Map([...rest, ...[...scripts].map(([name, script]) => [name, script.createCachedData()])]),
    );
  });
  load('main.cjs');
}

const cache = findCache(process.env);
const dist = path.join(import.meta.dirname, '..', 'dist');
if (fs.existsSync(path.join(dist, 'main.cjs'))) runBuilt(dist, cache);
else {
  if (cache !== null) module.enableCompileCache(cache);
  await import(new URL('../src/main.ts', import.meta.url).href);
}
