import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { loadApp } from '../../src/app/load-app.ts';
import { openShelf } from '../../src/app/skills/open-shelf.ts';
import { openTrust } from '../../src/app/trust/open-trust.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { ConfigFile } from '../../src/vocab/config.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-shelf-')));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

export const skillText = (name: string, description = `about ${name}`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo it.\n`;

/** A home with a project `ws` in it, and what the shelf says of them. */
export async function createScene(
  files: Readonly<Record<string, string | Uint8Array>>,
  {
    trusted = false,
    skills = {},
  }: { readonly trusted?: boolean; readonly skills?: NonNullable<ConfigFile['skills']> } = {},
) {
  const home = join(root, `h${made++}`);
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  };
  mkdirSync(join(home, 'ws', '.git'), { recursive: true });
  for (const [path, content] of Object.entries(files)) write(path, content);
  write('.bailiwick/config.yml', JSON.stringify({ skills: { include_builtin: false, ...skills } }));
  const world = { cwd: join(home, 'ws'), home, env: { HOME: home }, system: { file: join(home, 'none'), owner: 0 } };
  if (trusted) {
    const trust = openTrust(world);
    await trust.trust(await trust.look('.'), 'me');
  }
  const config = await loadApp(world);
  const store = openStore(join(home, '.bailiwick', 'state.db'), () => 1);
  after(() => store.close());
  const open = () => openShelf(config, async () => store);
  const shelf = open();
  const short = (path: string): string => path.slice(home.length + 1);
  return { home, write, shelf, open, store, config, short, look: () => shelf.look() };
}
