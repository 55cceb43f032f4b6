import type { App } from '../../../app/create-app.ts';
import { Fault } from '../../../base/fault.ts';

/** Whether a skill can be, or stay, the active one; else the reason, for people. */
export async function findActive(
  { skills }: Pick<App, 'skills'>,
  name: string,
): Promise<{ readonly isActive: boolean; readonly why: string; readonly hint: string }> {
  if (skills.offBy === 'skills.enabled')
    return { isActive: false, why: 'No skill is used while skills.enabled is false.', hint: ON };
  try {
    const { state } = await skills.find(name);
    if (state === 'enabled') return { isActive: true, why: '', hint: '' };
    const way =
      state === 'disabled' ? `/skills enable ${name} takes it back` : `bailiwick skills show ${name} says why`;
    return { isActive: false, why: `The skill ${name} is ${state}; ${way}.`, hint: '/skills lists them' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { isActive: false, why: error.message, hint: '/skills lists them' };
  }
}

const ON = 'bailiwick config set skills.enabled true';
