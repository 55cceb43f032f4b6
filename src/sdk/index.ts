/** What plugins are written against: `bailiwick/sdk`. */

export * as z from 'zod/mini';
export { flag, plainText, refuse, defineTool, wholeNumber } from '../ports/define-tool.ts';
export type { ToolPlan } from '../ports/define-tool.ts';
export { definePlugin } from './plugin.ts';
export type { ConfigParser, JobHold, Plugin, PluginCommand, PluginHost, PluginJob, PluginNeeds } from './plugin.ts';
export type { EndedTurn } from './turn.ts';
export type { Place, Tool, ToolContext, ToolResult } from '../ports/tool.ts';
export type { Call, Effect } from '../vocab/call.ts';
export type { Message } from '../vocab/message.ts';
export type { Origin } from '../vocab/principal.ts';
