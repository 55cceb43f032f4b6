import { loadApp } from '../src/app/load-app.ts';
import { openShelf } from '../src/app/skills/open-shelf.ts';
import { openStore } from '../src/store/open-store.ts';

/** Prints how much the heap grows, in bytes, when the skills of a home are looked at. Needs `--expose-gc`. */
const [home = ''] = process.argv.slice(2);
if (globalThis.gc === undefined) throw new Error('run it with node --expose-gc');
const collect = globalThis.gc;
const world = { cwd: home, home, env: { HOME: home }, system: { file: `${home}/none`, owner: 0 } };
const config = await loadApp(world);
const store = openStore(`${home}/.bailiwick/state.db`, () => 1);
const shelf = openShelf(config, async () => store);
collect();
const before = process.memoryUsage().heapUsed;
const { skills } = await shelf.look();
collect();
console.log(process.memoryUsage().heapUsed - before, skills.length);
await store.close();
