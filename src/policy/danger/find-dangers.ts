import type { Call } from '../../vocab/call.ts';
import { DANGER_ORDER, type DangerClass } from '../../vocab/danger.ts';
import type { Danger, Facts } from '../../vocab/facts.ts';
import { EDIT_TOOLS } from '../../vocab/tool-names.ts';
import { isSecretPath } from '../secrets.ts';
import { findInterpreterPayload, findPipeToShell } from './code.ts';
import {
  findFindDelete,
  findOpenPermissions,
  findPlaceWrites,
  findRawDisk,
  findRecursiveChown,
  findRecursiveDelete,
} from './files.ts';
import type { DangerCheck } from './found.ts';
import { findDiscard, findExecConfig, findForcePush, findHistory } from './git.ts';
import {
  findInfraDestroy,
  findMassKill,
  findPrivilege,
  findPublish,
  findServiceStop,
  findSqlDestroy,
  findUpload,
} from './host.ts';
import { classesOfWrite } from './places.ts';
import { findSecretRead } from './secret-read.ts';

const CHECKS: readonly DangerCheck[] = [
  findRecursiveDelete,
  findFindDelete,
  findOpenPermissions,
  findRecursiveChown,
  findPipeToShell,
  findInterpreterPayload,
  findForcePush,
  findDiscard,
  findHistory,
  findExecConfig,
  findSecretRead,
  findPlaceWrites,
  findServiceStop,
  findMassKill,
  findPrivilege,
  findRawDisk,
  findSqlDestroy,
  findInfraDestroy,
  findPublish,
  findUpload,
];

/** Every danger class of a call (POLICY 4a), for a shell line per command, unwrapped ones included. */
export function findDangers(call: Call, facts: Facts): readonly Danger[] {
  const { line } = facts;
  if (line === null) return call.tool === 'shell_input' ? [payload] : dangersOfTool(call, facts);
  const dangers: Danger[] = [];
  for (const command of line.commands) {
    for (const check of CHECKS) {
      for (const { class: found, because, words = [], paths = [] } of check(command, facts, line.commands)) {
        dangers.push({ class: found, command: command.index, because, words, paths });
      }
    }
  }
  return dangers;
}

const payload: Danger = {
  class: 'interpreter-payload',
  command: null,
  because: 'it types into a running program, which may be an interpreter',
  words: [],
  paths: [],
};

function dangersOfTool(call: Call, facts: Facts): readonly Danger[] {
  const changes = EDIT_TOOLS.includes(call.tool);
  return facts.paths.flatMap(({ absolute, real }) =>
    [...new Set([absolute, real ?? absolute])].flatMap((path) => {
      const classes: readonly DangerClass[] = changes ? classesOfWrite(path, facts) : [];
      const secret = isSecretPath(path, facts) ? (['secret-read'] as const) : [];
      return [...secret, ...classes].map((found) => ({
        class: found,
        command: null,
        because: found === 'secret-read' ? `${path} is a place where secrets are kept` : `it changes ${path}`,
        words: [],
        paths: [path],
      }));
    }),
  );
}

/** The class that names a call with several: the first in the table's order; null when there is none. */
export function firstClass(dangers: readonly Danger[]): DangerClass | null {
  return DANGER_ORDER.find((name) => dangers.some((danger) => danger.class === name)) ?? null;
}
