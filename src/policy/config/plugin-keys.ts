import type { ConfigKey } from './config-key.ts';

/** The keys below `plugins`. */
export const PLUGIN_KEYS: readonly ConfigKey[] = [
  {
    key: 'plugins.entries.<name>.enabled',
    takes: 'true or false',
    fallback: 'false',
    says: 'Whether the plugin is loaded. One that does not come with Bailiwick needs `bailiwick plugins allow <name>` as well; without it nothing starts.',
    merge: 'nearest',
    looser: 'true',
    project: null,
  },
  {
    key: 'plugins.entries.<name>.package',
    takes: 'the name of an npm package',
    fallback: null,
    says: 'The package that is the plugin, out of `plugins/node_modules` of the home, or `node_modules` of a trusted project. Unset: the folder `<name>` below `plugins`.',
    merge: 'nearest',
    looser: 'any other value',
    project: null,
  },
  {
    key: 'plugins.entries.<name>.config.<name>',
    takes: 'what the plugin says',
    fallback: null,
    says: 'The configuration of the plugin, which checks it when it is loaded. What is put in by `${NAME}` or `{file:path}` is masked as a secret.',
    merge: 'nearest',
    looser: 'any other map',
    project: null,
    secret: true,
  },
];
