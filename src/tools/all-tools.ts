import type { Tool } from '../ports/tool.ts';
import { applyPatchTool } from './apply-patch/apply-patch.ts';
import { editTool } from './edit/edit.ts';
import { gitTool } from './git/git.ts';
import { globTool } from './glob/glob.ts';
import { grepTool } from './grep/grep.ts';
import { shellInputTool } from './jobs/shell-input.ts';
import { shellKillTool } from './jobs/shell-kill.ts';
import { shellOutputTool } from './jobs/shell-output.ts';
import { shellTailTool } from './jobs/shell-tail.ts';
import { multiEditTool } from './multi-edit/multi-edit.ts';
import { questionTool } from './question/question.ts';
import { readTool } from './read/read.ts';
import { shellTool } from './shell/shell.ts';
import { todoTool } from './todo/todo.ts';
import { writeTool } from './write/write.ts';

/** Every tool that is built in, in the order in which models are told of them. */
export const createTools = (): readonly Tool[] => [
  readTool,
  writeTool,
  editTool,
  multiEditTool,
  applyPatchTool,
  grepTool,
  globTool,
  gitTool,
  shellTool,
  shellOutputTool,
  shellTailTool,
  shellInputTool,
  shellKillTool,
  questionTool,
  todoTool,
];
