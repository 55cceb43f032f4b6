import type { Refused, SkillDoor } from '../../app/skills/door.ts';
import { Fault, type FaultCode } from '../../base/fault.ts';
import type { CommandContext } from '../command.ts';
import { withApp } from './with-app.ts';

/** Does something at the door for skills, and closes the app whatever happens. */
export const withDoor = <T>(context: CommandContext, work: (door: SkillDoor) => Promise<T>): Promise<T> =>
  withApp(context, async (app) => work(await app.openDoor()));

const FAULTS: Readonly<Partial<Record<Refused['code'], FaultCode>>> = {
  'not-writable': 'store-failed',
  'not-pending': 'already-settled',
  'changed': 'already-settled',
  'conflicted': 'already-settled',
  'exists': 'already-settled',
};

const HINTS: Readonly<Partial<Record<Refused['code'], string>>> = {
  'not-writable': 'check free space, the rights of the folder, and what it leads to',
  'conflicted': 'bailiwick workshop revise opens both texts in an editor; reject drops it',
  'unreadable': 'the file is a whole SKILL.md: a frontmatter with name and description, and the text',
  'too-large': 'shorten it, or move parts of it to references/ of the skill',
};

/** What the door refuses, as a person is told; `see` shows how things stand. */
export const toFault = ({ code, message }: Refused, see: string): Fault =>
  new Fault(
    FAULTS[code] ?? 'usage',
    `${message.startsWith('prp_') ? message : message.slice(0, 1).toUpperCase() + message.slice(1)}.`,
    {
      hint: HINTS[code] ?? see,
    },
  );
