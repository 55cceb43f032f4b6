import type { TableEntry } from './run-command.ts';

/** Every command. A module is loaded when its verb is called, so that each pays only for itself. */
export const COMMANDS: readonly TableEntry[] = [
  {
    name: 'check',
    summary: 'Ask the judge about a shell line or a tool call; nothing runs',
    load: async () => (await import('./check.ts')).command,
  },
  {
    name: 'policy explain',
    summary: 'Show what every step of the judge answers to a line, and why',
    load: async () => (await import('./policy/explain.ts')).command,
  },
  {
    name: 'policy test',
    summary: 'Judge the cases of a file and compare the answers',
    load: async () => (await import('./policy/test.ts')).command,
  },
  {
    name: 'policy lint',
    summary: 'Find rules and entries that do not do what they seem to',
    load: async () => (await import('./policy/lint.ts')).command,
  },
  {
    name: 'policy diff',
    summary: 'Compare two configuration files, and the verdicts they give',
    load: async () => (await import('./policy/diff.ts')).command,
  },
  {
    name: 'policy show',
    summary: 'Show the policy in force, with the file and line of every value',
    load: async () => (await import('./policy/show.ts')).command,
  },
  {
    name: 'policy replay',
    summary: 'Judge stored decisions again under another policy; show which would flip',
    load: async () => (await import('./policy/replay.ts')).command,
  },
  {
    name: 'policy suggest',
    summary: 'Suggest rules out of what people approved again and again',
    load: async () => (await import('./policy/suggest.ts')).command,
  },
  {
    name: 'setup',
    summary: 'Choose a provider, its key and a model, try them, and write that down',
    load: async () => (await import('./setup/setup.ts')).command,
  },
  {
    name: 'config show',
    summary: 'Show every setting in force with its file and line; keys of providers are masked',
    load: async () => (await import('./config/show.ts')).command,
  },
  {
    name: 'config get',
    summary: 'Print the value of one key that is in force',
    load: async () => (await import('./config/get.ts')).command,
  },
  {
    name: 'config set',
    summary: 'Set one key in your own config.yml; comments stay, a wrong value is refused',
    load: async () => (await import('./config/set.ts')).command,
  },
  {
    name: 'config path',
    summary: 'Print where your configuration file is',
    load: async () => (await import('./config/path.ts')).command,
  },
  {
    name: 'models',
    summary: 'List the providers, where their keys come from, and with --remote the models they have',
    load: async () => (await import('./about/models.ts')).command,
  },
  {
    name: 'doctor',
    summary: 'Look whether everything Bailiwick uses is there and works',
    load: async () => (await import('./about/doctor.ts')).command,
  },
  {
    name: 'chat',
    summary: 'Talk with the agent in this terminal; its questions are asked in place',
    load: async () => (await import('./chat/chat.ts')).command,
  },
  {
    name: 'prompt',
    summary: 'Give the agent one task and print its answer',
    load: async () => (await import('./turn/prompt.ts')).command,
  },
  {
    name: 'approvals list',
    summary: 'List the questions that wait for a person',
    load: async () => (await import('./approvals/list.ts')).command,
  },
  {
    name: 'approvals show',
    summary: 'Show a question: the exact call, what asks and why, and how wide each answer is',
    load: async () => (await import('./approvals/show.ts')).command,
  },
  {
    name: 'approvals answer',
    summary: 'Answer a question that waits, from any terminal',
    load: async () => (await import('./approvals/answer.ts')).command,
  },
  {
    name: 'rules list',
    summary: 'List the rules that answers wrote into rules.yml',
    load: async () => (await import('./rules/list.ts')).command,
  },
  {
    name: 'rules revoke',
    summary: 'Take a rule out of rules.yml',
    load: async () => (await import('./rules/revoke.ts')).command,
  },
  {
    name: 'sessions list',
    summary: 'List the sessions of this workspace, the newest first',
    load: async () => (await import('./sessions/list.ts')).command,
  },
  {
    name: 'sessions show',
    summary: 'Show a conversation, its calls with their verdicts, and the approvals',
    load: async () => (await import('./sessions/show.ts')).command,
  },
  {
    name: 'sessions search',
    summary: 'Find messages, answers, calls and results that hold all of some words',
    load: async () => (await import('./sessions/search.ts')).command,
  },
  {
    name: 'sessions fork',
    summary: 'Begin a new session with the conversation of another; no approval comes along',
    load: async () => (await import('./sessions/fork.ts')).command,
  },
  {
    name: 'sessions export',
    summary: 'Write a whole session as Markdown or JSON; known secrets are masked',
    load: async () => (await import('./sessions/export.ts')).command,
  },
  {
    name: 'sessions delete',
    summary: 'Delete a session with its events, decisions, approvals, grants and kept results',
    load: async () => (await import('./sessions/delete.ts')).command,
  },
  {
    name: 'audit',
    summary: 'List stored decisions, the newest last, with who answered each question',
    load: async () => (await import('./sessions/audit.ts')).command,
  },
  {
    name: 'sanitize',
    summary: 'Look at a text for injected orders, as at a message; a tripwire, not a wall',
    load: async () => (await import('./guard/sanitize.ts')).command,
  },
  {
    name: 'skills list',
    summary: 'List the skills that are there, where each comes from, and what hides or breaks one',
    load: async () => (await import('./skills/list.ts')).command,
  },
  {
    name: 'skills new',
    summary: 'Begin a skill of your own, ready to be filled in',
    load: async () => (await import('./skills/new.ts')).command,
  },
  {
    name: 'skills show',
    summary: 'Show a skill: its instructions, files, findings, and where it comes from',
    load: async () => (await import('./skills/show.ts')).command,
  },
  {
    name: 'skills enable',
    summary: 'Let the model use a skill again, in every session',
    load: async () => (await import('./skills/enable.ts')).command,
  },
  {
    name: 'skills disable',
    summary: 'Take a skill out of use: the model neither sees nor loads it',
    load: async () => (await import('./skills/disable.ts')).command,
  },
  {
    name: 'skills validate',
    summary: 'Check a skill against the standard and for what makes it hard to use',
    load: async () => (await import('./skills/validate.ts')).command,
  },
  {
    name: 'skills stats',
    summary: 'Show how often each skill was loaded, when last, and what it costs in the index',
    load: async () => (await import('./skills/stats.ts')).command,
  },
  {
    name: 'skills scan',
    summary: 'Look through the files of a skill for injected orders and dangerous commands',
    load: async () => (await import('./skills/scan.ts')).command,
  },
  {
    name: 'commands list',
    summary: 'List the commands of your own and of a trusted project, and what is wrong with others',
    load: async () => (await import('./commands/list.ts')).command,
  },
  {
    name: 'commands show',
    summary: 'Show a command of your own or of a trusted project: its file, its settings and its text',
    load: async () => (await import('./commands/show.ts')).command,
  },
  {
    name: 'skills history',
    summary: 'List the versions of a skill; what was changed by hand is one of them',
    load: async () => (await import('./skills/history.ts')).command,
  },
  {
    name: 'skills diff',
    summary: 'Show what differs between two versions of a skill',
    load: async () => (await import('./skills/diff.ts')).command,
  },
  {
    name: 'skills revert',
    summary: 'Write an earlier version of a skill again, as a version of its own',
    load: async () => (await import('./skills/revert.ts')).command,
  },
  {
    name: 'skills proposals list',
    summary: 'List the skills that wait for a person',
    load: async () => (await import('./skills/proposals/list.ts')).toCommand('skills proposals list'),
  },
  {
    name: 'skills proposals show',
    summary: 'Show what a proposal would write, what the scanner found, and where it comes from',
    load: async () => (await import('./skills/proposals/show.ts')).toCommand('skills proposals show'),
  },
  {
    name: 'skills proposals apply',
    summary: 'Write what a proposal shows',
    load: async () => (await import('./skills/proposals/apply.ts')).toCommand('skills proposals apply'),
  },
  {
    name: 'skills proposals reject',
    summary: 'Reject a proposal; it is kept and never written',
    load: async () => (await import('./skills/proposals/reject.ts')).toCommand('skills proposals reject'),
  },
  {
    name: 'skills review',
    summary: 'Walk through the proposals that wait: accept, edit, reject or skip each with one key',
    load: async () => (await import('./skills/review/review.ts')).command,
  },
  {
    name: 'workshop status',
    summary: 'Count the proposals of this workspace by their status',
    load: async () => (await import('./workshop/status.ts')).command,
  },
  {
    name: 'workshop list',
    summary: 'List the skills that wait for a person',
    load: async () => (await import('./skills/proposals/list.ts')).toCommand('workshop list'),
  },
  {
    name: 'workshop inspect',
    summary: 'Show what a proposal would write, what the scanner found, and where it comes from',
    load: async () => (await import('./skills/proposals/show.ts')).toCommand('workshop inspect'),
  },
  {
    name: 'workshop diff',
    summary: 'Show what exactly a proposal would change',
    load: async () => (await import('./workshop/diff.ts')).command,
  },
  {
    name: 'workshop apply',
    summary: 'Write what a proposal shows',
    load: async () => (await import('./skills/proposals/apply.ts')).toCommand('workshop apply'),
  },
  {
    name: 'workshop reject',
    summary: 'Reject a proposal; it is kept and never written',
    load: async () => (await import('./skills/proposals/reject.ts')).toCommand('workshop reject'),
  },
  {
    name: 'workshop revise',
    summary: 'Put another SKILL.md in place of what was proposed; it is scanned and waits anew',
    load: async () => (await import('./workshop/revise.ts')).command,
  },
  {
    name: 'workshop waive',
    summary: 'Take one finding of a quarantined proposal upon yourself, with a reason',
    load: async () => (await import('./workshop/waive.ts')).command,
  },
  {
    name: 'workshop reopen',
    summary: 'Have a rejected or expired proposal wait again',
    load: async () => (await import('./workshop/reopen.ts')).command,
  },
  {
    name: 'workshop log',
    summary: 'Show what the workshop did and what it left, each with the reason',
    load: async () => (await import('./workshop/log.ts')).command,
  },
  {
    name: 'qa suite',
    summary: 'Play scenarios of whole turns in throw-away homes and compare what came of them',
    load: async () => (await import('./qa/suite.ts')).command,
  },
  {
    name: 'jobs list',
    summary: 'List the work that is done after turns, and what came of it',
    load: async () => (await import('./jobs/list.ts')).command,
  },
  {
    name: 'jobs run',
    summary: 'Do the work after turns that is due, such as making skills of them',
    load: async () => (await import('./jobs/run.ts')).command,
  },
  {
    name: 'tools',
    summary: 'List the tools with their risk and effects, and why one is off',
    load: async () => (await import('./tools.ts')).command,
  },
  {
    name: 'trust',
    summary: 'Trust a project: its allow rules, plugins, commands, skills and AGENTS.md count',
    load: async () => (await import('./trust/trust.ts')).command,
  },
  {
    name: 'trust list',
    summary: 'List the projects that are trusted, and what changed in them since',
    load: async () => (await import('./trust/list.ts')).command,
  },
  {
    name: 'trust revoke',
    summary: 'Trust a project no longer',
    load: async () => (await import('./trust/revoke.ts')).command,
  },
  {
    name: 'plugins list',
    summary: 'List the plugins that are there, where each comes from, and what keeps one from being loaded',
    load: async () => (await import('./plugins/list.ts')).command,
  },
  {
    name: 'plugins show',
    summary: 'Show a plugin: where it is, its files and digest, who allowed it, and what is wrong with it',
    load: async () => (await import('./plugins/show.ts')).command,
  },
  {
    name: 'plugins allow',
    summary: 'Allow the code of a plugin as it is now; a changed byte ends that',
    load: async () => (await import('./plugins/allow.ts')).command,
  },
  {
    name: 'plugins revoke',
    summary: 'Allow a plugin no longer, wherever it lies',
    load: async () => (await import('./plugins/revoke.ts')).command,
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands and flags in bash, zsh or fish',
    load: async () => (await import('./about/completion.ts')).completion(COMMANDS),
  },
  {
    name: 'version',
    summary: 'Print the version; with --json also Node, the platform and the commit it was built from',
    load: async () => (await import('./about/version.ts')).command,
  },
];
