import { loadApp } from '../../app/load-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { findSetting } from '../../app/settings/list-settings.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { showOrigins, showValue } from './render.ts';

/** `config get`: exit code 1 when the key is known and nothing is set. */
export const command: Command = {
  name: 'config get',
  summary: 'Print the value of one key that is in force',
  usage: 'config get [--json] <key>',
  examples: ['bailiwick config get model', 'bailiwick config get approvals.readonly_presets --json'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object with the places that set it' } },
  async run(context, args, out) {
    const key = readOne(args, 'config get', 'key');
    const setting = findSetting(await loadApp(toWorld(context)), key);
    if (booleanFlag(args, 'json')) out.json(setting);
    else if (setting.value === null) out.log(`${setting.key} is not set.`);
    else {
      out.line(showValue(setting));
      if (out.resultIsTerminal) out.log(out.paint('dim', showOrigins(setting)));
    }
    return setting.value === null ? 1 : 0;
  },
};
