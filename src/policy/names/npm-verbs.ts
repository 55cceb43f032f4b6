/** The commands of npm 11 (`npm help`), and those of its other names that stand for them. */
const VERBS: readonly string[] = (
  'access adduser approve-scripts audit bugs cache ci completion config dedupe deny-scripts deprecate diff dist-tag docs ' +
  'doctor edit exec explain explore find-dupes fund get help help-search init install install-ci-test install-scripts ' +
  'install-test link ll login logout ls org outdated owner pack ping pkg prefix profile prune publish query rebuild repo ' +
  'restart root run sbom search set shrinkwrap stage star stars start stop team test token trust undeprecate uninstall ' +
  'unpublish unstar update version view whoami'
).split(' ');

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'owner': 'author',
    'docs': 'home',
    'bugs': 'issues',
    'view': 'info show v',
    'search': 'find s se',
    'install': 'add i in ins inst insta instal isnt isnta isntal isntall',
    'uninstall': 'unlink remove rm r un',
    'rebuild': 'rb',
    'ls': 'list',
    'll': 'la',
    'link': 'ln',
    'init': 'create innit',
    'install-test': 'it',
    'install-ci-test': 'cit sit clean-install-test',
    'ci': 'ic clean-install install-clean isntall-clean',
    'update': 'u up upgrade udpate',
    'config': 'c',
    'test': 'tst t',
    'dedupe': 'ddp',
    'run': 'run-script rum urn',
    'exec': 'x',
    'explain': 'why',
    'version': 'verison',
    'help': 'hlep',
    'dist-tag': 'dist-tags',
    'org': 'ogr',
    'adduser': 'add-user',
  }).flatMap(([verb, names]) => names.split(' ').map((name) => [name, verb] as const)),
);

/** What npm takes a verb for: it knows each by several names, and by every beginning that fits no other. */
export function fullNpmVerb(written: string): string {
  const name = written.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (VERBS.includes(name)) return name;
  const own = OTHER_NAMES.get(name);
  if (own !== undefined || name === '') return own ?? written;
  const begun = [...VERBS, ...OTHER_NAMES.keys()].filter((one) => one.startsWith(name));
  const [only, ...others] = new Set(begun.map((one) => OTHER_NAMES.get(one) ?? one));
  return only === undefined || others.length > 0 ? written : only;
}
