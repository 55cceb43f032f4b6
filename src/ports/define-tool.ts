import * as z from 'zod/mini';
import { nearest } from '../base/text.ts';
import type { Call, Effect } from '../vocab/call.ts';
import type { Risk } from '../vocab/tool-names.ts';
import type { Place, Tool, ToolContext, ToolResult } from './tool.ts';

type Input = Readonly<Record<string, unknown>>;

/** A tool with typed arguments, as its author writes it down. */
export interface ToolPlan<Args> {
  readonly name: string;
  readonly risk: Risk;
  readonly title: string;
  readonly description: string;
  /** A strict object; the schema for the model and the type of the arguments come from it. */
  readonly args: z.ZodMiniType<Args>;
  readonly repeatable?: true;
  readonly subject: (args: Args) => string;
  readonly effects: (args: Args, place: Place) => readonly Effect[];
  readonly run: (args: Args, context: ToolContext, call: Call) => Promise<ToolResult>;
}

/** Effects and subject of arguments that do not fit are empty: no effect declared counts as the worst. */
export function defineTool<Args>(plan: ToolPlan<Args>): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(plan.args);
  const parse = (input: unknown) => z.safeParse(plan.args, withoutNulls(input));
  return {
    name: plan.name,
    title: plan.title,
    description: plan.description,
    risk: plan.risk,
    repeatable: plan.repeatable ?? false,
    schema,
    fault(input) {
      const issues = parse(input).error?.issues ?? [];
      // A misspelt name is why the right one is missing.
      const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
      return issue === undefined ? null : sayIssue(issue, Object.keys(propertiesOf(schema)));
    },
    subject(input) {
      const parsed = parse(input);
      return parsed.success ? plan.subject(parsed.data) : '';
    },
    effects(input, place) {
      const parsed = parse(input);
      return parsed.success ? plan.effects(parsed.data, place) : [];
    },
    async run(call, context) {
      const parsed = parse(call.input);
      if (!parsed.success) return refuse(this.fault(call.input) ?? 'the arguments do not fit');
      return plan.run(parsed.data, context, call);
    },
  };
}

/** An expected failure, told to the model. */
export const refuse = (text: string): ToolResult => ({ isError: true, text });

/** Text of at least one character that a program can be given: no NUL, no lone surrogate. */
export const plainText = (description: string) =>
  z.string().check(
    z.minLength(1),
    z.refine((text) => !text.includes('\0'), 'must not hold a NUL character'),
    z.refine((text) => text.isWellFormed(), 'must not hold half a surrogate pair'),
    z.describe(description),
  );

export const wholeNumber = (min: number, max: number, description: string) =>
  z.optional(z.int().check(z.gte(min), z.lte(max), z.describe(description)));

export const flag = (description: string) => z.optional(z.boolean().check(z.describe(description)));

/** Some models send null for an argument they leave out. */
function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

const propertiesOf = (schema: Input): object =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null ? schema['properties'] : {};

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object with named arguments',
};

function sayIssue(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const name = issue.path.length === 0 ? 'the input' : issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return `${name} is missing or of the wrong kind: it should be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' ? `${name} must not be empty` : `${name} should be at least ${issue.minimum}`;
    case 'too_big':
      return `${name} should be at most ${issue.maximum}`;
    case 'unrecognized_keys': {
      const [unknown = ''] = issue.keys;
      const meant = nearest(unknown, known);
      const hint = meant === null ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
      return `there is no argument ${JSON.stringify(unknown)}; ${hint}`;
    }
    default:
      return `${name} ${issue.message}`;
  }
}
