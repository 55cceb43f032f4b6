import type { SkillLibrary } from '../ports/skills.ts';
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
import { createSkillTool, NO_SKILLS } from './skill/skill.ts';
import { shellTool } from './shell/shell.ts';
import { todoTool } from './todo/todo.ts';
import { writeTool } from './write/write.ts';

/** Every tool that is built in, in the order in which models are told of them. Without a library there is no `skill`. */
export const createTools = (skills: SkillLibrary | null = NO_SKILLS): readonly Tool[] => [
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
  ...(skills === null ? [] : [createSkillTool(skills)]),
];
