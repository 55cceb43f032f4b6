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
 * What a command needs, in one script, and its compiled code, as the runs before kept it; null where there is none that
 * can be read. In the file: where the text begins; the index as JSON (the build it belongs to; module -> where its function
 * begins in the text, and its length; the length of the text); the text; the code. And all of it again, for V8 dies of
 * damaged code, and to compare two halves needs no module that takes longer to load than it saves.
 */
function readPack(file, build) {
  try {
    const whole = fs.readFileSync(file);
    const bytes = whole.subarray(0, whole.length / 2);
    if (!bytes.equals(whole.subarray(bytes.length))) return null;
    const start = bytes.readUInt32LE(0);
    const { build: built, modules, size } = JSON.parse(bytes.toString('latin1', 4, start));
    if (built !== build) return null;
    return { modules, text: bytes.toString('latin1', start, start + size), code: bytes.subarray(start + size) };
  } catch {
    return null; // none yet, or none that can be read: made anew at the end
  }
}

/** Written beside and moved, so that nobody reads half of it. */
function writePack(file, build, { modules, text, code }) {
  const index = Buffer.from(JSON.stringify({ build, modules, size: text.length }));
  const start = Buffer.alloc(4);
  start.writeUInt32LE(start.length + index.length);
  const draft = `${file}.${process.pid}`;
  const half = [start, index, Buffer.from(text, 'latin1'), code];
  try {
    fs.writeFileSync(draft, Buffer.concat([...half, ...half]), { mode: 0o600 });
    fs.renameSync(draft, file);
  } catch {
    fs.rmSync(draft, { force: true }); // a full disk, say: the next start tries again
  }
}

/** One script of all these functions, by the names of their modules, that is not compiled yet. */
function joinModules(functions) {
  const modules = {};
  let text = '({';
  for (const [name, source] of functions) {
    text += `${JSON.stringify(name)}:`;
    modules[name] = [text.length, source.length];
    text += `${source},`;
  }
  return { modules, text: `${text}})`, code: Buffer.alloc(0) };
}

/**
 * Runs the built program. Its modules come as one script from what the runs of the same command before kept, with the
 * compiled code of the functions that ran, where Node's own cache keeps the outline only: that is most of the time of a
 * start. A module that is new to the command is read by itself; then the script is put together anew at the end, and
 * compiled and kept by the next run.
 */
function runBuilt(dist, cache) {
  const [verb] = process.argv.slice(2);
  const file = cache !== null && /^[a-z]+$/.test(verb ?? '') ? path.join(cache, `code-${verb}`) : null;
  // The first line of the program is a digest of the whole build.
  const build = fs.readFileSync(path.join(dist, 'main.cjs'), 'latin1').split('\n', 1)[0];
  const pack = (file !== null && readPack(file, build)) || joinModules([]);
  const script = new vm.Script(pack.text, {
    filename: file ?? 'none',
    cachedData: pack.code.length > 0 ? pack.code : undefined,
  });
  const kept = script.runInThisContext();
  const fresh = new Map();
  const read = (name) => {
    const filename = path.join(dist, name);
    const source = `function(exports,require,module,mainUrl){'use strict';${fs.readFileSync(filename, 'latin1')}\n}`;
    fresh.set(name, source);
    return new vm.Script(`(${source})`, { filename }).runInThisContext();
  };
  const mainUrl = url.pathToFileURL(path.join(dist, 'main.cjs')).href;
  const loaded = new Map();
  const load = (name) => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    loaded.set(name, made);
    (kept[name] ?? read(name))(made.exports, require, made, mainUrl);
    return made.exports;
  };
  const require = (id) =>
    id.startsWith('.') ? load(`chunks/${path.basename(id, '.js')}.cjs`) : process.getBuiltinModule(id);
  process.once('exit', (code) => {
    // A command that does not exist, or is used wrongly, is not kept.
    if (file === null || code === 2) return;
    const before = Object.entries(pack.modules).map(([name, [at, length]]) => [name, pack.text.slice(at, at + length)]);
    if (fresh.size > 0) writePack(file, build, joinModules([...before, ...fresh]));
    else if (pack.code.length === 0 || script.cachedDataRejected) {
      writePack(file, build, { ...pack, code: script.createCachedData() });
    }
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
