import { defineTool, refuse, z, type Tool, type ToolContext, type ToolResult } from '../../sdk/index.ts';
import type { SuggestedIn, Workshop, WorkshopAnswer } from '../../ports/workshop.ts';
import { PROPOSAL_STATUSES, type Proposal, type ProposalChange } from '../../vocab/proposal.ts';

const ACTIONS = [
  'status',
  'list_pending',
  'list_quarantine',
  'inspect',
  'suggest',
  'apply',
  'reject',
  'write_support_file',
] as const;

const MAX_PAGE = 9_999;

const text = () => z.optional(z.string());

const args = z.strictObject({
  action: z.enum(ACTIONS),
  id: text(),
  status: z.optional(z.enum(PROPOSAL_STATUSES)),
  page: z.optional(z.int().check(z.gte(1), z.lte(MAX_PAGE))),
  skillName: text(),
  title: text(),
  reason: text(),
  description: text(),
  body: text(),
  section: text(),
  oldText: text(),
  newText: text(),
  relativePath: text(),
  apply: z.optional(z.boolean()),
});
type Args = z.infer<typeof args>;

/** Proposals of skills: the agent suggests, looks and withdraws; writing is for a person to say. */
export const createWorkshopTool = (workshop: Workshop): Tool => ({
  ...defineTool({
    name: 'skill_workshop',
    risk: 'low',
    title: 'Propose a skill',
    description:
      'Proposes reusable procedures as skills. suggest: skillName with description+body (new), section+body (append), or oldText+newText (replace). write_support_file: relativePath under references/ templates/ scripts/ assets/. apply asks the person.',
    args,
    subject: ({ action }) => action,
    effects: ({ action, id = '', skillName = '' }) => [
      {
        kind: READS.has(action) ? 'read' : 'write',
        where: 'workspace',
        target: `proposal ${id === '' ? skillName : id}`,
      },
    ],
    run: (given, context) => answer(given, workshop, context),
  }),
  preview: async ({ action, id }) => (action === 'apply' && typeof id === 'string' ? workshop.preview(id) : null),
});

const READS: ReadonlySet<string> = new Set(['status', 'list_pending', 'list_quarantine', 'inspect']);

type Moment = Pick<ToolContext, 'run' | 'model' | 'taint' | 'preview' | 'approvedBy'>;

async function answer(given: Args, workshop: Workshop, moment: Moment): Promise<ToolResult> {
  const { action, id, status = 'pending', page = 1 } = given;
  switch (action) {
    case 'status':
      return toResult(toCounts(await workshop.count()));
    case 'list_pending':
      return list(status, page, workshop);
    case 'list_quarantine':
      return list('quarantined', page, workshop);
    case 'suggest':
      return suggest(given, workshop, moment);
    case 'write_support_file':
      return writeSupportFile(given, workshop, moment);
    case 'inspect':
    case 'apply':
    case 'reject': {
      if (id === undefined || id.trim() === '') return refuse(`action "${action}" needs an id`);
      if (action === 'reject') return toAnswer(await workshop.reject(id, given.reason ?? null));
      if (action === 'inspect') return inspect(id, workshop);
      const { preview, approvedBy } = moment;
      if (preview === null) return refuse(`there is no proposal ${id}`);
      if (approvedBy === null) return refuse('only a person can say that a proposal is applied, and nobody was asked');
      return toAnswer(await workshop.apply(id, preview, approvedBy));
    }
  }
}

/** The five fields of before, and behind them what there is of other statuses. */
const toCounts = ({
  workspaceDir,
  pending,
  quarantined,
  applied,
  rejected,
  ...others
}: Awaited<ReturnType<Workshop['count']>>) => ({
  workspaceDir,
  pending,
  quarantined,
  applied,
  rejected,
  ...others,
});

async function list(status: Proposal['status'], page: number, workshop: Workshop): Promise<ToolResult> {
  const { proposals, ...paging } = await workshop.list(status, page);
  const rows = proposals.map(({ id, createdAt, skill, title, reason, source, status: now }) => ({
    ...{ id, createdAt: new Date(createdAt).toISOString(), skillName: skill, title, source, status: now },
    reason: reason.slice(0, MAX_REASON),
  }));
  return { ...toResult({ proposals: rows, ...paging }), ...originOf(proposals) };
}

/** What was made of the words of others is theirs also when it is read again. */
function originOf(proposals: readonly Proposal[]): Pick<ToolResult, 'origin'> {
  const [origin] = proposals.flatMap(({ taint }) => taint);
  return origin === undefined ? {} : { origin };
}

const MAX_REASON = 200;

async function inspect(id: string, workshop: Workshop): Promise<ToolResult> {
  const found = await workshop.find(id);
  if (typeof found === 'string') return refuse(found);
  const { workspace, skill, createdAt, updatedAt, title, reason, source, status, change, quarantineReason } = found;
  const { evidence, taint, revision, notes, findings } = found;
  const told = toResult({
    id: found.id,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    workspaceDir: workspace,
    ...(evidence.session === null ? {} : { sessionId: evidence.session }),
    ...{ skillName: skill, title, reason, source, status, change, revision, notes },
    ...(taint.length === 0 ? {} : { taint }),
    // The rules alone: where exactly they struck is for people.
    ...(findings.length === 0 ? {} : { scanFindings: [...new Set(findings.map(({ rule }) => rule))] }),
    ...(quarantineReason === null ? {} : { quarantineReason }),
    diff: workshop.diff(found),
  });
  return { ...told, ...originOf([found]) };
}

async function suggest(given: Args, workshop: Workshop, from: SuggestedIn): Promise<ToolResult> {
  const { skillName, title = null, reason = null, apply = true } = given;
  if (skillName === undefined || skillName.trim() === '') return refuse('action "suggest" needs a skillName');
  const change = toChange(given);
  if (typeof change === 'string') return refuse(change);
  return toAnswer(await workshop.suggest({ skill: skillName, title, reason, change, apply }, from));
}

/** What is to be done, told by the arguments that are there; a text says which are missing. */
function toChange({ oldText, newText, section, body, description = '' }: Args): ProposalChange | string {
  if (oldText !== undefined || newText !== undefined) {
    if (oldText === undefined || newText === undefined) return 'a replacement needs oldText and newText';
    if (body !== undefined) return 'oldText and newText replace, body adds: give the one or the other';
    return { kind: 'replace', oldText, newText };
  }
  if (body === undefined || body.trim() === '') return 'a suggestion needs a body, or oldText and newText';
  if (section !== undefined && section.trim() !== '') return { kind: 'append', section, body, description };
  return { kind: 'create', description, body };
}

async function writeSupportFile(given: Args, workshop: Workshop, from: SuggestedIn): Promise<ToolResult> {
  const { skillName, relativePath, body, title = null, reason = null, apply = true } = given;
  if (skillName === undefined || relativePath === undefined || body === undefined)
    return refuse('action "write_support_file" needs skillName, relativePath and body');
  const change = { kind: 'files', files: [{ path: relativePath, text: body }] } as const;
  return toAnswer(await workshop.suggest({ skill: skillName, title, reason, change, apply }, from));
}

function toAnswer({ status, skill, proposal, revision, file, message }: WorkshopAnswer): ToolResult {
  const told = {
    status,
    skillName: skill,
    ...(proposal === null ? {} : { id: proposal }),
    ...(revision === null ? {} : { revision }),
    ...(file === null ? {} : { file }),
    message,
  };
  const isError = status === 'refused' || status === 'quarantined';
  return { isError, text: JSON.stringify(told, null, 2), detail: told };
}

const toResult = (value: unknown): ToolResult => ({ isError: false, text: JSON.stringify(value, null, 2) });
