import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadonlyHead } from '../../src/policy/readonly/head.ts';
import { fullNpmVerb } from '../../src/policy/names/npm-verbs.ts';
import { DEV_HEADS, NPM_HEADS } from '../../src/policy/readonly/heads/dev.ts';
import { ECHO } from '../../src/policy/readonly/heads/echo.ts';
import { FILE_HEADS } from '../../src/policy/readonly/heads/files.ts';
import { GIT_GLOBALS, GIT_PRESET_HEADS } from '../../src/policy/readonly/heads/git-preset.ts';
import { GIT_HEADS } from '../../src/policy/readonly/heads/git.ts';
import { PATTERN_HEADS } from '../../src/policy/readonly/heads/pattern-first.ts';
import { SEARCH_HEADS } from '../../src/policy/readonly/heads/search.ts';
import { SYSTEM_HEADS } from '../../src/policy/readonly/heads/system.ts';
import { TEXT_HEADS } from '../../src/policy/readonly/heads/text.ts';
import { GLOBAL_OPTIONS } from '../../src/shell/tables/global-options.ts';
import { PARALLEL, SHELL_OPTIONS, SHELLS, WRAPPERS, XARGS } from '../../src/shell/tables/wrappers.ts';
import type { FlagTable } from '../../src/vocab/flag-table.ts';

/**
 * Every table of flags as text, so that each change of one shows in a review as the lines it changes.
 * `node test/pins/flag-tables.ts` writes the file anew.
 */
export const PIN_FILE = join(import.meta.dirname, 'flag-tables.txt');

const HEADS: Readonly<Record<string, Readonly<Record<string, ReadonlyHead>>>> = {
  'read-only, files': { ...FILE_HEADS, echo: ECHO },
  'read-only, search': SEARCH_HEADS,
  'read-only, git': GIT_HEADS,
  'preset text': TEXT_HEADS,
  'preset system': SYSTEM_HEADS,
  'preset dev': DEV_HEADS,
  'preset dev, npm': NPM_HEADS,
  'preset git': GIT_PRESET_HEADS,
  'preset git, options in front': { git: GIT_GLOBALS },
  'patterns first': PATTERN_HEADS,
};

export function renderTables(): string {
  const heads = Object.entries(HEADS).flatMap(([part, specs]) =>
    Object.entries(specs).flatMap(([name, spec]) => renderHead(`${part}: ${name}`, spec)),
  );
  const wrappers = [...WRAPPERS].flatMap(([name, { table, text, ...rest }]) => [
    ...renderTable(`wrapper: ${name}`, table),
    ...renderForm({ ...rest, text: text?.join(' ') }),
  ]);
  const globals = [...GLOBAL_OPTIONS].flatMap(([name, table]) =>
    renderTable(`options in front of the verb: ${name}`, table),
  );
  const others = [SHELL_OPTIONS, XARGS, PARALLEL].flatMap((table) => renderTable('shell and its like', table));
  const shells = `shells: ${[...SHELLS].join(' ')}`;
  return [...heads, ...wrappers, ...globals, ...others, shells, ...renderNpmVerbs(), ''].join('\n');
}

/** Every name that npm 11 knows a command by, as its help says. */
const NPM_NAMES = (
  'access add add-user adduser approve-scripts audit author bugs c cache ci cit clean-install clean-install-test completion ' +
  'config create ddp dedupe deny-scripts deprecate diff dist-tag dist-tags docs doctor edit exec explain explore find ' +
  'find-dupes fund get help help-search hlep home i ic in info init innit ins inst insta instal install ' +
  'install-ci-test install-clean install-scripts install-test isnt isnta isntal isntall isntall-clean issues it la link ' +
  'list ll ln login logout ls ogr org outdated owner pack ping pkg prefix profile prune publish query r rb rebuild remove ' +
  'repo restart rm root rum run run-script s sbom se search set show shrinkwrap sit stage star stars start stop t team ' +
  'test token trust tst u udpate un undeprecate uninstall unlink unpublish unstar up update upgrade urn v verison version ' +
  'view whoami why x'
).split(' ');

/** What each beginning of a name is taken for, where that is another word. */
function renderNpmVerbs(): readonly string[] {
  const begun = NPM_NAMES.flatMap((name) => [...name].map((_, i) => name.slice(0, i + 1)));
  return [...new Set(begun)]
    .toSorted()
    .map((name) => [name, fullNpmVerb(name)] as const)
    .flatMap(([name, verb]) => (name === verb ? [] : [`npm ${name}: ${verb}`]));
}

function renderHead(
  title: string,
  { table, files, patternFlags, strict, refuse, readsTree }: ReadonlyHead,
): readonly string[] {
  const form = {
    files,
    patternFlags: patternFlags?.join(' '),
    strict,
    refuses: refuse !== undefined,
    readsTree: readsTree !== undefined,
  };
  return [...renderTable(title, table), ...renderForm(form)];
}

function renderTable(title: string, { head, flags, ...form }: FlagTable): readonly string[] {
  const rows = Object.entries(flags).map(
    ([name, { arity, effect, same }]) =>
      `  ${name} ${arity}${effect === 'none' ? '' : ` ${effect}`}${same === undefined ? '' : ` = ${same}`}`,
  );
  return [`${title} (${head})`, ...rows.toSorted(), ...renderForm(form)];
}

const renderForm = (form: Readonly<Record<string, unknown>>): readonly string[] => {
  const set = Object.entries(form).filter(([, value]) => value !== undefined && value !== false);
  return set.length === 0
    ? []
    : [
        `  : ${set
          .map(([name, value]) => `${name} ${String(value)}`)
          .toSorted()
          .join(', ')}`,
      ];
};

if (import.meta.main) writeFileSync(PIN_FILE, renderTables());
