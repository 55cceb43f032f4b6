import { type CommandSandbox, createSandbox } from './create-sandbox.ts';

/**
 * Runs commands on this machine as they are: own session and process group, no terminal, standard input /dev/null.
 * Nothing is confined. What a command leaves is ended with it where it can be found: by group, session, or mark.
 */
export const createHostSandbox = (): CommandSandbox =>
  createSandbox({ mode: 'off', network: true, onUnavailable: 'warn' }, () => ({
    writable: [],
    readable: [],
    hidden: [],
    sealed: [],
    doors: {},
  }));
