import { loadApp } from '../../app/load-app.ts';
import { toWorld, type AppConfig } from '../../app/load-config.ts';
import { findModelOrigin, listProviders, type ProviderRow } from '../../app/providers/list-providers.ts';
import { Fault } from '../../base/fault.ts';
import { nearest, showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command, type CommandContext } from '../command.ts';
import type { Out } from '../out.ts';

/** How long a provider may take to list its models. */
const LIST_MS = 15_000;

/** `models`: which providers and models can be used from here. */
export const command: Command = {
  name: 'models',
  summary: 'List the providers, where their keys come from, and with --remote the models they have',
  usage: 'models [flags] [provider]',
  examples: [
    'bailiwick models',
    'bailiwick models --remote ollama',
    "bailiwick models --json | jq '.providers[] | select(.ready)'",
  ],
  operands: 1,
  args: {
    remote: { type: 'boolean', help: 'ask each provider that is ready which models it has' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const config = await loadApp(toWorld(context));
    const rows = pickRows(listProviders(config), args.positionals[0]);
    const providers: readonly Listed[] = booleanFlag(args, 'remote') ? await askAll(rows, config, context) : rows;
    const failed = args.positionals.length === 0 ? null : providers[0]?.fault;
    if (failed != null) throw new Fault('model-failed', failed.message, { hint: failed.hint });
    const { model, fallbackModels } = config;
    if (booleanFlag(args, 'json')) out.json({ model, modelFrom: findModelOrigin(config), fallbackModels, providers });
    else render(providers, config, out);
    return 0;
  },
};

interface Listed extends ProviderRow {
  /** What the provider lists; null where it was not asked or failed. */
  readonly models?: readonly string[] | null;
  readonly fault?: { readonly message: string; readonly hint: string } | null;
}

function pickRows(rows: readonly ProviderRow[], name: string | undefined): readonly ProviderRow[] {
  if (name === undefined) return rows;
  const picked = rows.filter((row) => row.name === name);
  if (picked.length > 0) return picked;
  const names = rows.map((row) => row.name);
  const meant = nearest(name, names);
  throw new Fault('usage', `There is no provider ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: `providers: ${names.join(', ')}`,
  });
}

async function askAll(
  rows: readonly ProviderRow[],
  config: AppConfig,
  { signal }: CommandContext,
): Promise<readonly Listed[]> {
  const { listModels } = await import('../../app/providers/try-model.ts');
  return Promise.all(
    rows.map(async (row): Promise<Listed> => {
      if (!row.ready) return { ...row, models: null, fault: null };
      const listed = await listModels(row.name, config.models, { signal, timeoutMs: LIST_MS });
      if (listed.ok) return { ...row, models: listed.value, fault: null };
      return { ...row, models: null, fault: { message: listed.error.message, hint: listed.error.hint } };
    }),
  );
}

function render(rows: readonly Listed[], config: AppConfig, out: Out): void {
  const from = findModelOrigin(config);
  out.line(
    `model      ${config.model === null ? 'none chosen; bailiwick setup' : `${config.model}  ${from ?? ''}`.trimEnd()}`,
  );
  if (config.fallbackModels.length > 0) out.line(`fallbacks  ${config.fallbackModels.join(', ')}`);
  out.line('');
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const row of rows) {
    const state = out.paint(row.ready ? 'green' : 'yellow', (row.ready ? 'ready' : 'not ready').padEnd(9), 'result');
    const key = row.keyFrom === null ? '' : `  key from ${row.keyFrom}`;
    out.line(`${row.name.padEnd(width)}  ${state}  ${showOnOneLine(`${row.baseUrl ?? ''}${key}`)}`);
    if (row.hint !== null) out.line(`${' '.repeat(width + 2)}${row.hint}`);
    for (const name of row.models ?? []) out.line(showOnOneLine(`  ${row.name}:${name}`));
    if (row.fault != null) out.line(showOnOneLine(`  ${row.fault.message} (${row.fault.hint})`));
  }
}
