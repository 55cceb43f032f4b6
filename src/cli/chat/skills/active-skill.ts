import type { App } from '../../../app/create-app.ts';
import { Fault } from '../../../base/fault.ts';

/** Whether a skill can be, or stay, the active one; else the reason, for people. */
export async function findActive(
  { skills }: Pick<App, 'skills'>,
  name: string,
): Promise<{ readonly isActive: boolean; readonly why: string }> {
  try {
    const { state } = await skills.find(name);
    if (state === 'enabled') return { isActive: true, why: '' };
    const way =
      state === 'disabled' ? `/skills enable ${name} takes it back` : `bailiwick skills show ${name} says why`;
    return { isActive: false, why: `The skill ${name} is ${state}; ${way}.` };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { isActive: false, why: await sayMissing(skills, error.message) };
  }
}

/** It may lie where nothing is read. */
async function sayMissing(skills: App['skills'], message: string): Promise<string> {
  const { withheld } = await skills.look();
  if (withheld.length === 0) return message;
  return `${message} ${withheld.join(' and ')} is not read: nobody trusts the project (bailiwick trust).`;
}
