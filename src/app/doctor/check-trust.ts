import type { AppConfig } from '../load-config.ts';
import { findProjectInstructions } from '../trust/project-instructions.ts';
import type { Check } from './check.ts';

/** What this project brings along, and whether it counts. */
export async function checkTrust(config: AppConfig): Promise<Check> {
  const projects = config.sources.filter(({ layer }) => layer === 'project');
  const { files, withheld } = await findProjectInstructions(config);
  const changed = config.warnings.find(({ hint }) => hint.includes('run: bailiwick trust'));
  if (changed !== undefined) return { name: 'trust', level: 'warning', says: changed.message, hint: changed.hint };
  const strangers = [...projects.filter(({ trusted }) => !trusted).map(({ file }) => file), ...withheld];
  if (strangers.length > 0) {
    const says = `not trusted, so only what restricts counts of ${strangers.join(', ')}`;
    return { name: 'trust', level: 'ok', says, hint: 'bailiwick trust shows what would count, and asks' };
  }
  const isTrusted = projects.length + files.length > 0;
  return {
    name: 'trust',
    level: 'ok',
    says: isTrusted ? 'this project is trusted' : 'nothing here needs trust',
    hint: null,
  };
}
