/**
 * The table of fault codes: exit code of the command line, HTTP status, and what the person can do.
 * `docs/reference/faults.md` lists exactly these; a test keeps the two equal.
 */
export const FAULTS = {
  'usage': { exit: 2, status: 400, hint: 'run the command with --help' },
  'config-invalid': {
    exit: 2,
    status: 400,
    hint: 'mend the named line; bailiwick policy lint checks the file again',
  },
  'config-unreadable': { exit: 2, status: 500, hint: 'check that the file exists and that you may read it' },
  'not-found': { exit: 2, status: 404, hint: 'list what exists and use one of those names' },
  'model-key-missing': { exit: 7, status: 500, hint: 'set the key in the environment or in config.yml' },
  'model-unknown': { exit: 2, status: 400, hint: 'use <provider>:<name> with a provider that is configured' },
  'model-failed': { exit: 7, status: 502, hint: 'check base_url, key and model name, then try again' },
  'model-reply-invalid': {
    exit: 7,
    status: 502,
    hint: 'the provider broke its protocol; try again or use another model',
  },
  'fake-model-refused': {
    exit: 2,
    status: 400,
    hint: 'a scripted model decides by itself; set BAILIWICK_ALLOW_FAKE=1 to run one',
  },
  'control-refused': { exit: 1, status: 403, hint: 'run it yourself, outside the agent' },
  'message-rejected': { exit: 2, status: 422, hint: 'say it in other words, or set security.sanitize.mode to warn' },
  'plugin-refused': {
    exit: 2,
    status: 500,
    hint: 'bailiwick plugins list shows what is wrong; plugins.entries.<name>.enabled: false leaves it out',
  },
  'session-busy': { exit: 1, status: 409, hint: 'wait until it is done, or begin a session of its own' },
  'session-waiting': { exit: 4, status: 409, hint: 'answer the question first' },
  'already-settled': { exit: 1, status: 409, hint: 'the first valid answer counts' },
  'deadline': { exit: 124, status: 408, hint: 'give it more time' },
  'interrupted': { exit: 130, status: 499, hint: 'call it again' },
  'store-failed': { exit: 1, status: 500, hint: 'check free space and the rights of the home folder' },
  'sandbox-unavailable': { exit: 6, status: 500, hint: 'install bubblewrap or set sandbox.mode to auto' },
  'internal': { exit: 1, status: 500, hint: 'this is a bug in Bailiwick; please report it with the command you ran' },
} as const;

export type FaultCode = keyof typeof FAULTS;

/** A broken world or a bug, with a code a program can match and a hint a person can follow. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly hint: string;

  constructor(code: FaultCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.hint = options.hint ?? FAULTS[code].hint;
  }

  get exit(): number {
    return FAULTS[this.code].exit;
  }

  get status(): number {
    return FAULTS[this.code].status;
  }
}
