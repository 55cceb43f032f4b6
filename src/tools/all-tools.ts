import type { Tool } from '../ports/tool.ts';
import { editTool } from './edit/edit.ts';
import { globTool } from './glob/glob.ts';
import { grepTool } from './grep/grep.ts';
import { shellInputTool } from './jobs/shell-input.ts';
import { shellKillTool } from './jobs/shell-kill.ts';
import { shellOutputTool } from './jobs/shell-output.ts';
import { shellTailTool } from './jobs/shell-tail.ts';
import { readTool } from './read/read.ts';
import { shellTool } from './shell/shell.ts';
import { writeTool } from './write/write.ts';

/** Every tool that is built in, in the order in which models are told of them. */
export const createTools = (): readonly Tool[] => [
  readTool,
  writeTool,
  editTool,
  grepTool,
  globTool,
  shellTool,
  shellOutputTool,
  shellTailTool,
  shellInputTool,
  shellKillTool,
];
