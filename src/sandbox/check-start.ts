import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { isErrno } from './channel.ts';

interface Start {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Throws a Fault that names the folder or the program that is not there: the system's own word does not say which. */
export function checkStart({ argv: [program], cwd, env }: Start): void {
  const folder = statSync(cwd, { throwIfNoEntry: false });
  if (folder === undefined || !folder.isDirectory()) {
    throw new Fault('not-found', `the working folder ${cwd} does not exist any more`, {
      hint: 'make the folder again, or start in another one',
    });
  }
  const isThere = program.includes('/')
    ? isExecutable(resolve(cwd, program))
    : (env['PATH'] ?? '').split(delimiter).some((path) => isAbsolute(path) && isExecutable(join(path, program)));
  if (isThere) return;
  throw new Fault('not-found', `the program ${program} was not found`, { hint: `install ${program} or mend PATH` });
}

export function isExecutable(path: string): boolean {
  try {
    // What is missing is told by a stat without an error, which takes far longer to make.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}
