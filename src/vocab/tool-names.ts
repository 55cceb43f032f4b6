export type Risk = 'low' | 'medium' | 'high';

/**
 * Every tool name Bailiwick knows, built or not: a rule that names another is an error at load.
 * Argument names: `path` is a file the call is about, `command` text that a shell will run, `subject` what rules match.
 */
export const TOOLS = {
  read: { risk: 'low', subject: 'path', effect: 'read' },
  write: { risk: 'medium', subject: 'path', effect: 'write' },
  edit: { risk: 'medium', subject: 'path', effect: 'write' },
  multi_edit: { risk: 'medium', subject: 'path', effect: 'write' },
  apply_patch: { risk: 'medium', subject: 'patch', effect: 'write' },
  grep: { risk: 'low', subject: 'path', effect: 'read' },
  glob: { risk: 'low', subject: 'path', effect: 'read' },
  shell: { risk: 'high', subject: 'command', effect: 'exec' },
  shell_output: { risk: 'low', subject: 'job', effect: 'read' },
  shell_tail: { risk: 'low', subject: 'job', effect: 'read' },
  shell_input: { risk: 'high', subject: 'text', effect: 'exec' },
  shell_kill: { risk: 'medium', subject: 'job', effect: 'exec' },
  git: { risk: 'low', subject: 'command', effect: 'exec' },
  question: { risk: 'low', subject: 'question', effect: 'read' },
  todo: { risk: 'low', subject: 'items', effect: 'read' },
  skill: { risk: 'low', subject: 'name', effect: 'read' },
  skill_workshop: { risk: 'low', subject: 'action', effect: 'write' },
  memory: { risk: 'low', subject: 'action', effect: 'write' },
  task: { risk: 'low', subject: 'prompt', effect: 'exec' },
  http_get: { risk: 'low', subject: 'url', effect: 'net-in' },
  http_post: { risk: 'high', subject: 'url', effect: 'net-out' },
  web_fetch: { risk: 'low', subject: 'url', effect: 'net-in' },
  web_search: { risk: 'low', subject: 'query', effect: 'net-in' },
  ssh_command: { risk: 'high', subject: 'command', effect: 'exec' },
  matrix_send: { risk: 'high', subject: 'room', effect: 'message' },
  read_file: { risk: 'low', subject: 'path', effect: 'read' },
  read_attachment: { risk: 'low', subject: 'path', effect: 'read' },
  attach_file: { risk: 'low', subject: 'path', effect: 'message' },
} as const satisfies Record<string, { risk: Risk; subject: string; effect: string }>;

export type ToolName = keyof typeof TOOLS;

export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** Whether rules of this tool speak of the files it is about; those of a patch are named in its text. */
export const takesPaths = (name: string): boolean =>
  isToolName(name) && (TOOLS[name].subject === 'path' || name === 'apply_patch');

/** A plugin's or a server's tool: `<plugin>__<tool>`. */
export const isForeignToolName = (name: string): boolean => /^[a-z0-9][a-z0-9-]*__[a-z0-9][a-z0-9_-]*$/.test(name);

/** Waits for what a person says before it runs. */
export const QUESTION_TOOL = 'question' satisfies ToolName;

/** Loads instructions that hold for the rest of the work. */
export const SKILL_TOOL = 'skill' satisfies ToolName;

/** Tools about jobs: without `shell` there are none. */
export const JOB_TOOLS: readonly string[] = ['shell_output', 'shell_tail', 'shell_input', 'shell_kill'];

/** Tools whose session answer is the class `workspace-edit`. */
export const EDIT_TOOLS: readonly string[] = ['write', 'edit', 'multi_edit', 'apply_patch'];

/** Of those, the tools that may change several files by one call; which they are their effects say. */
export const SEVERAL_FILES_TOOLS: readonly string[] = ['multi_edit', 'apply_patch'];
