import { createSandbox, INSTALL_HINT } from '../../sandbox/create-sandbox.ts';
import type { AppConfig } from '../load-config.ts';
import { createScene } from '../scene.ts';
import { createLayout } from '../turn/sandbox-layout.ts';
import type { Check } from './check.ts';

/** Whether commands run in a sandbox here, found out by making one. */
export async function checkSandbox(config: AppConfig): Promise<Check> {
  const { mode, network, onUnavailable } = config.sandbox;
  const says = (text: string): string => `sandbox.mode is ${mode}: ${text}`;
  if (mode === 'off') {
    return { name: 'sandbox', level: 'warning', says: says('commands run without a sandbox'), hint: null };
  }
  const layout = createLayout(config, createScene(config, 'doctor'), 'doctor');
  const { name, why } = await createSandbox(config.sandbox, layout).probe();
  if (name === 'bubblewrap') {
    const net = network ? 'the network is open' : 'the network is closed';
    const root = process.getuid?.() === 0 ? '' : '; sudo, su and kin do not work in it: run those yourself';
    return { name: 'sandbox', level: 'ok', says: says(`bubblewrap works, ${net}${root}`), hint: null };
  }
  const isDemanded = mode === 'require' || onUnavailable === 'deny';
  return { name: 'sandbox', level: isDemanded ? 'fault' : 'warning', says: says(why ?? ''), hint: INSTALL_HINT };
}
