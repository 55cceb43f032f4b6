import { toWorld } from '../../app/load-config.ts';
import { setKey } from '../../app/settings/change-config.ts';
import { findSetting } from '../../app/settings/list-settings.ts';
import { Fault } from '../../base/fault.ts';
import { booleanFlag, type Command, type ParsedArgs } from '../command.ts';
import { renderWarning } from '../render-warning.ts';
import { showOrigins, showValue } from './render.ts';

/** `config set`: what would break the configuration is refused before anything is written. */
export const command: Command = {
  name: 'config set',
  summary: 'Set one key in your own config.yml; comments stay, a wrong value is refused',
  usage: 'config set [--json] <key> <value>   (--unset <key> takes it out)',
  examples: [
    'bailiwick config set model ollama:qwen3:8b',
    "bailiwick config set approvals.readonly_presets '[text, git]'",
    "bailiwick config set 'permissions.shell npm test' allow",
    "bailiwick config set providers.gateway.api_key '${GATEWAY_KEY}'",
    'bailiwick config set --unset security.taint',
  ],
  operands: 2,
  args: {
    unset: { type: 'boolean', help: 'take the key out, so that the default or another file counts' },
    json: { type: 'boolean', help: 'print one JSON object: the key as it is in force then' },
  },
  async run(context, args, out) {
    const { key, value } = readWords(args);
    const { file, config } = await setKey(toWorld(context), key, value);
    const setting = findSetting(config, key);
    for (const warning of config.warnings) out.log(`warning: ${renderWarning(warning)}`);
    const counts = setting.origins.at(-1);
    if (value !== null && counts !== undefined && counts.file !== file)
      out.log(`warning: ${setting.key} is set in ${showOrigins(setting)} as well, and that counts here.`);
    if (booleanFlag(args, 'json')) out.json({ ...setting, file });
    else if (setting.value === null) out.line(`${setting.key} is not set any more`);
    else out.line(`${setting.key} = ${showValue(setting)}  ${showOrigins(setting)}`);
    return 0;
  },
};

function readWords(args: ParsedArgs): { readonly key: string; readonly value: string | null } {
  const [key, value] = args.positionals;
  const isOut = booleanFlag(args, 'unset');
  if (key !== undefined && isOut && value === undefined) return { key, value: null };
  if (key !== undefined && !isOut && value !== undefined) return { key, value };
  throw new Fault('usage', isOut ? '--unset takes a key and no value.' : 'config set needs a key and a value.', {
    hint: 'bailiwick config set --help',
  });
}
