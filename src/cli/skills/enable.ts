import { switchCommand } from './switch.ts';

export const command = switchCommand('enable');
