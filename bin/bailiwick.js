#!/usr/bin/env node
// Starts Bailiwick: the built program where there is one, else the sources. Plain JavaScript, so that an old Node reads it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) {
  console.error(`Bailiwick needs Node 24.16 or newer, and this is Node ${process.versions.node}.`);
  console.error('In a checkout, npm ci brings the right one: start it as npx bailiwick. Elsewhere, install Node 24.');
  process.exit(2);
}

// Taken as they are: an import would first read every export of theirs, which loads all of Node's streams.
const [fs, module, os, path] = ['fs', 'module', 'os', 'path'].map((name) => process.getBuiltinModule(`node:${name}`));

const isOurs = (found, othersMay) =>
  found.isDirectory() && found.uid === process.getuid?.() && !(found.mode & othersMay);

/** Compiled code is kept where only this person can write; where that is not so, it is compiled anew each time. */
function keepCompiledCode({ HOME: given, BAILIWICK_HOME: own, XDG_CONFIG_HOME: xdg }) {
  const shared = xdg?.startsWith('/') && fs.existsSync(path.join(xdg, 'bailiwick')) && path.join(xdg, 'bailiwick');
  const home = own || shared || path.join(given?.startsWith('/') ? given : os.userInfo().homedir, '.bailiwick');
  const cache = path.join(home, 'cache');
  try {
    for (const folder of [home, cache]) if (!fs.existsSync(folder)) fs.mkdirSync(folder, 0o700);
    if (isOurs(fs.statSync(home), 0o022) && isOurs(fs.lstatSync(cache), 0o077)) module.enableCompileCache(cache);
  } catch {
    return; // a home that cannot be written simply goes without
  }
}

keepCompiledCode(process.env);
const built = new URL('../dist/main.js', import.meta.url);
await import(fs.existsSync(built) ? built.href : new URL('../src/main.ts', import.meta.url).href);
