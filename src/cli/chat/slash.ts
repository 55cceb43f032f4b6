import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CustomCommands } from '../../app/commands/open-commands.ts';
import { Fault } from '../../base/fault.ts';
import { nearest, showOnOneLine } from '../../base/text.ts';
import type { Mode } from '../../vocab/principal.ts';
import { place } from '../policy/place.ts';
import { renderMarkdown } from '../sessions/export.ts';
import { showTime } from '../show-time.ts';
import { nameQuestion } from './approval-panel.ts';
import type { ChatDesk, PickRow, SlashCommand } from './chat-desk.ts';
import { KEYS } from './keys.ts';
import { skillsCommand } from './skills/slash-skills.ts';
import { short } from './status/status-line.ts';

export const MODES: readonly Mode[] = ['default', 'plan', 'yolo'];

/** Every command of the chat: /help, completion and the docs read this table. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'help', args: '', summary: 'Show the commands and the keys', run: showHelp },
  {
    name: 'status',
    args: '',
    summary: 'Show session, folder, model, sandbox, instructions and tokens',
    run: showStatus,
  },
  {
    name: 'mode',
    args: '[default|plan|yolo]',
    summary: 'Show or switch the mode: plan only reads, yolo asks nothing',
    run: switchMode,
    complete: async () => MODES.map((value) => ({ value, label: value, description: '' })),
  },
  { name: 'model', args: '[<provider>:<name>]', summary: 'Show or switch the model', run: switchModel },
  {
    name: 'sessions',
    args: '',
    summary: 'Pick one of the sessions of this workspace and go on with it',
    run: (desk) => pickSession(desk),
  },
  { name: 'new', args: '', summary: 'Begin a new session', run: (desk) => desk.conversation.begin() },
  {
    name: 'resume',
    args: '[ID]',
    summary: 'Go on with a session; without an id, with the newest',
    run: (desk, rest) => desk.conversation.open(rest === '' ? 'last' : rest),
    complete: (desk) => listSessions(desk),
  },
  {
    name: 'continue',
    args: '',
    summary: 'Go on with the turn that was left unfinished',
    run: ({ conversation }) => conversation.goOn(),
  },
  {
    name: 'branch',
    args: '',
    summary: 'Go on in a copy of this session; no approval comes along',
    async run({ conversation }) {
      await conversation.branch(null);
      conversation.notice('This is a copy now; the session it was made of stays as it is.');
    },
  },
  {
    name: 'undo',
    args: '',
    summary: 'Take the last message back, in a copy; files stay as they are',
    run: async (desk) => desk.write(await desk.conversation.undo()),
  },
  {
    name: 'retry',
    args: '',
    summary: 'Take the last message back and send it again',
    run: async ({ conversation }) => conversation.send(await conversation.undo()),
  },
  { name: 'compact', args: '', summary: 'Shorten the history now', run: ({ conversation }) => conversation.compact() },
  { name: 'export', args: '[FILE]', summary: 'Write the session as Markdown', run: exportSession },
  { name: 'approvals', args: '', summary: 'Answer a question that waits, of any session', run: pickApproval },
  {
    name: 'rules',
    args: '[revoke PATTERN]',
    summary: 'List the rules your answers wrote, or take one back',
    run: showRules,
  },
  { name: 'why', args: '', summary: 'Show why the last call was allowed, asked about or denied', run: showWhy },
  { name: 'config', args: '[KEY]', summary: 'Show settings in force and where each comes from', run: showConfig },
  skillsCommand,
  { name: 'commands', args: '', summary: 'List your own commands and those of a trusted project', run: listCommands },
  { name: 'exit', args: '', summary: 'Leave; the session can be resumed', run: (desk) => desk.leave() },
];

const SEE_HELP = { hint: '/help shows the commands' } as const;

/** Runs `/name rest`. Throws a Fault for a name that is not there. */
export async function runSlash(desk: ChatDesk, line: string): Promise<void> {
  const [, name = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const command = SLASH_COMMANDS.find((one) => one.name === name);
  if (command === undefined) return runCustom(desk, line, name);
  if (rest.trim() !== '' && command.args === '')
    throw new Fault('usage', `/${name} takes nothing behind it.`, SEE_HELP);
  await command.run(desk, rest.trim());
}

const BUILT_INS: readonly string[] = SLASH_COMMANDS.map(({ name }) => name);

/** The commands that people wrote. */
export async function openCustom({ app }: Pick<ChatDesk, 'app'>): Promise<CustomCommands> {
  const { openCommands } = await import('../../app/commands/open-commands.ts');
  return openCommands(app.config, BUILT_INS);
}

async function runCustom(desk: ChatDesk, line: string, name: string): Promise<void> {
  const custom = await openCustom(desk);
  const found = await custom.expand(line);
  if (found === null) {
    const { commands } = await desk.app.openPlugins();
    const added = commands.find((one) => one.name === name);
    if (added !== undefined) return runAdded(desk, added, line);
    const own = (await custom.list()).flatMap((one) => (one.state === 'ready' ? (one.name ?? []) : []));
    const meant = nearest(name, [...BUILT_INS, ...own, ...commands.map((one) => one.name)]);
    throw new Fault('usage', `There is no command /${name}.${meant === null ? '' : ` Did you mean /${meant}?`}`, {
      hint: '/help lists them; a message that begins with a slash needs a blank in front',
    });
  }
  for (const note of found.notes) desk.conversation.notice(note, 'warning');
  if (found.isPreview) return desk.print(found.text);
  await desk.send(found.text, found.model);
}

/** A command of a plugin: whatever it throws is its own fault, and ends nothing. */
async function runAdded({ conversation, print }: ChatDesk, { name, plugin, run }: Added, line: string): Promise<void> {
  try {
    print(await run(line.slice(name.length + 1).trim()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    conversation.notice(`/${name} of the plugin ${plugin} failed: ${showOnOneLine(why)}`, 'error');
  }
}

type Added = Awaited<ReturnType<ChatDesk['app']['openPlugins']>>['commands'][number];

async function listCommands(desk: ChatDesk): Promise<void> {
  const [custom, { renderCommands }] = await Promise.all([openCustom(desk), import('../commands/render.ts')]);
  const lines = renderCommands(await custom.list());
  if (lines.length > 0) return desk.print(lines.join('\n'));
  const file = join(desk.app.config.agentHome, 'commands', 'NAME.md');
  desk.conversation.notice(`There are none yet: a file ${file} would be /NAME.`);
}

async function showHelp({ app, print }: ChatDesk): Promise<void> {
  const { commands } = await app.openPlugins();
  const rows = SLASH_COMMANDS.map(({ name, args, summary }) => [`/${name} ${args}`.trim(), summary] as const);
  const keys = KEYS.map(({ keys: names, does }) => [names, does] as const);
  const added = commands.map(({ name, summary }) => [`/${name}`, showOnOneLine(summary)] as const);
  const ofPlugins = added.length === 0 ? [] : ['', 'Commands of plugins', ...columns(added)];
  print(['Commands', ...columns(rows), ...ofPlugins, '', 'Keys', ...columns(keys)].join('\n'));
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}

function showStatus({ conversation, app, print }: ChatDesk): void {
  const { status, lastResult } = conversation;
  const { config } = app;
  const sandbox = lastResult?.sandbox;
  const ran = sandbox === undefined || sandbox.name === null ? `${config.sandbox.mode}; nothing ran yet` : sandbox.name;
  const rows: (readonly [string, string])[] = [
    ['session', status.session ?? 'none yet; the first message begins it'],
    ['folder', config.cwd],
    ['workspace', config.workspace],
    ['mode', status.mode],
    ['model', status.model ?? lastResult?.model ?? config.model ?? 'none'],
    ['context', `${short(status.contextTokens ?? 0)} of ${short(status.windowTokens)} tokens`],
    ['used', `${short(status.inputTokens)} tokens in, ${short(status.outputTokens)} out`],
    ['sandbox', sandbox?.why === undefined || sandbox.why === null ? ran : `${ran} (${sandbox.why})`],
    ['instructions', lastResult === null ? 'read with the next message' : lastResult.instructions.join(', ') || 'none'],
    ['home', config.agentHome],
  ];
  print(columns(rows.map(([name, value]) => [name, showOnOneLine(value)] as const)).join('\n'));
}

function switchMode({ conversation }: ChatDesk, rest: string): void {
  if (rest === '') return conversation.notice(`The mode is ${conversation.status.mode}.`);
  const mode = MODES.find((one) => one === rest);
  if (mode === undefined)
    throw new Fault('usage', `There is no mode ${rest}: it is one of ${MODES.join(', ')}.`, SEE_HELP);
  conversation.setMode(mode);
  conversation.notice(`From the next message on the mode is ${mode}.`, mode === 'yolo' ? 'warning' : 'info');
}

function switchModel({ conversation, app }: ChatDesk, rest: string): void {
  if (rest === '') {
    const now = conversation.status.model ?? app.config.model ?? 'none';
    return conversation.notice(
      `The model is ${now}. /model <provider>:<name> switches it; bailiwick models lists them.`,
    );
  }
  if (!/^[^\s:]+:\S+$/.test(rest))
    throw new Fault('usage', `A model is written <provider>:<name>, not ${rest}.`, SEE_HELP);
  conversation.setModel(rest);
  conversation.notice(`From the next message on ${rest} is asked.`);
}

const LISTED = 50;

async function listSessions({ archive }: Pick<ChatDesk, 'archive'>): Promise<readonly PickRow[]> {
  const sessions = await (await archive()).list({ all: false, limit: LISTED });
  return sessions.map(({ id, lastAt, title, runs }) => ({
    value: id,
    label: showOnOneLine((title ?? '(no message)').slice(0, 60)),
    description: `${showTime(lastAt)}, ${runs} ${runs === 1 ? 'turn' : 'turns'}, ${id}`,
  }));
}

async function pickSession(desk: ChatDesk): Promise<void> {
  const rows = await listSessions(desk);
  if (rows.length === 0) return desk.conversation.notice('There is no session of this workspace yet.');
  const id = await desk.pick('Sessions of this workspace', rows);
  if (id !== null) await desk.conversation.open(id);
}

async function exportSession({ conversation, archive, app }: ChatDesk, rest: string): Promise<void> {
  const { session } = conversation.status;
  if (session === null)
    throw new Fault('not-found', 'There is no session yet.', { hint: 'the first message begins one' });
  const file = resolve(app.config.cwd, rest === '' ? join('.', `${session}.md`) : rest);
  const text = renderMarkdown(await (await archive()).show(session));
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'EEXIST' ? 'there is a file of that name' : `the system says ${code}`;
    throw new Fault('usage', `${file} could not be written: ${why}.`, { hint: 'give another name: /export FILE' });
  }
  conversation.notice(`wrote ${file}`);
}

async function pickApproval(desk: ChatDesk): Promise<void> {
  const open = await desk.app.desk.list('pending', LISTED);
  if (open.length === 0) return desk.conversation.notice('No question waits for an answer.');
  const rows = open.map((approval) => ({
    value: approval.id,
    label: nameQuestion(approval).slice(0, 70),
    description: `${showTime(approval.askedAt)}, ${showOnOneLine(approval.cwd)}`,
  }));
  const id = await desk.pick('Questions that wait', rows);
  const picked = open.find((approval) => approval.id === id);
  if (picked !== undefined) desk.answer(picked);
}

async function showRules({ app, conversation, print }: ChatDesk, rest: string): Promise<void> {
  const [, pattern] = /^revoke\s+(.+)$/s.exec(rest) ?? [];
  if (rest !== '' && pattern === undefined)
    throw new Fault('usage', 'It is /rules, or /rules revoke PATTERN.', SEE_HELP);
  if (pattern !== undefined) {
    const rule = await app.desk.revokeRule(pattern);
    return conversation.notice(`The rule "${showOnOneLine(rule.pattern)}" is taken back.`);
  }
  const rules = await app.desk.listRules();
  if (rules.length === 0) return conversation.notice('Your answers wrote no rule yet.');
  print(rules.map(({ pattern: text, action }) => `  ${action}  ${showOnOneLine(text)}`).join('\n'));
}

async function showWhy({ app, conversation, print }: ChatDesk): Promise<void> {
  const call = conversation.lastCall();
  const why = call === null ? null : await app.people.why(call.run, call.id);
  if (why === null) return conversation.notice('No call was judged yet.');
  print(why);
}

async function showConfig({ app, conversation, print }: ChatDesk, rest: string): Promise<void> {
  const { createPolicyReports } = await import('../../app/policy-reports.ts');
  const { judgePort } = await import('../../app/judge-port.ts');
  const { settings, files } = await createPolicyReports(app.config.world, judgePort).show();
  const shown = settings.filter(({ key }) => rest === '' || key === rest || key.startsWith(`${rest}.`));
  if (shown.length === 0) {
    const meant = nearest(
      rest,
      settings.map(({ key }) => key),
    );
    throw new Fault('usage', `There is no setting ${rest}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
      hint: '/config shows them all',
    });
  }
  const rows = shown.map(
    ({ key, value, source }) =>
      [`${key}: ${showOnOneLine(value)}`, source === null ? '(default)' : place(source)] as const,
  );
  print([...columns(rows), '', ...files.map(({ layer, file }) => `  ${layer}  ${showOnOneLine(file)}`)].join('\n'));
  if (files.length > 0) return;
  conversation.notice(`No file is read; yours would be ${join(app.config.agentHome, 'config.yml')}.`);
}
