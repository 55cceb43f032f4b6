import { readFile, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { showOnOneLine } from '../base/text.ts';
import type { Model, ModelDelta, ModelRequest } from '../ports/model.ts';
import { parseScenario, type Scenario, type ScriptedReply } from './scenario.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** About the size of the pieces that real models send. */
const PIECE_CHARS = 12;

const MAX_SHOWN_CHARS = 200;

/** A model that plays the scenario in `file`, one reply a request. It thinks nothing and costs nothing. */
export async function openScripted(file: string): Promise<Result<Model, Fault>> {
  const text = await readScenario(file);
  if (!text.ok) return text;
  const scenario = parseScenario(file, text.value);
  return scenario.ok ? ok(createScripted(scenario.value)) : scenario;
}

async function readScenario(file: string): Promise<Result<string, Fault>> {
  try {
    const found = await stat(file);
    const { size } = found;
    if (!found.isFile() && !found.isDirectory())
      return fail(new Fault('config-unreadable', `The scenario ${showOnOneLine(file)} is no regular file.`));
    if (size <= MAX_FILE_BYTES) return ok(await readFile(file, 'utf8'));
    return fail(new Fault('config-invalid', `${file}: a scenario may have ${MAX_FILE_BYTES} bytes at most.`));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return fail(new Fault('config-unreadable', `The scenario ${showOnOneLine(file)} could not be read${code}.`));
  }
}

/**
 * Each request plays the next reply. The first starts behind the replies that the conversation already holds, so a run
 * that is resumed in a new process goes on where it was.
 */
function createScripted(scenario: Scenario): Model {
  let next = 0;
  return {
    name: `scripted:${scenario.file}`,
    scripted: true,
    stream(request, signal) {
      const index = Math.max(next, request.replies);
      next = index + 1;
      return playReply(scenario, index, request, signal);
    },
  };
}

async function* playReply(
  scenario: Scenario,
  index: number,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta> {
  signal.throwIfAborted();
  const reply = scenario.replies[index];
  if (reply === undefined) {
    const count = scenario.replies.length;
    throw new Fault(
      'model-failed',
      `${scenario.file} ran out of replies: it has ${count}, and number ${index + 1} was asked for.`,
      {
        hint: 'add a reply to the scenario, or end it with one that makes no calls',
      },
    );
  }
  const step = `${scenario.file}:${reply.line}: reply ${index + 1}`;
  checkExpectations(reply, request, step);
  for (const delta of toDeltas(reply, index)) {
    await nextTurn();
    signal.throwIfAborted();
    yield delta;
  }
  if (reply.fail !== null) throw new Fault('model-failed', `${step} fails as written: ${showOnOneLine(reply.fail)}`);
  yield {
    kind: 'finish',
    reason: reply.calls.length > 0 ? 'calls' : 'stop',
    usage: { inputTokens: null, outputTokens: null, cachedTokens: null, reasoningTokens: null },
  };
}

/** Looks at what came since the model last spoke: the person's message, or the results of its calls. */
function checkExpectations(reply: ScriptedReply, request: ModelRequest, step: string): void {
  const since = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const text = since.map((message) => message.text).join('\n');
  const missing = reply.expect.find((wanted) => !text.includes(wanted));
  if (missing === undefined) return;
  const seen = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
  throw new Fault(
    'model-failed',
    `${step} expected "${showOnOneLine(missing)}", but was given "${showOnOneLine(seen)}".`,
    {
      hint: 'the run went another way than the scenario was written for',
    },
  );
}

function* toDeltas(reply: ScriptedReply, index: number): Generator<ModelDelta> {
  for (const text of toPieces(reply.reasoning)) yield { kind: 'reasoning', text };
  for (const text of toPieces(reply.say)) yield { kind: 'text', text };
  // A reply that fails breaks off before its calls: half a reply starts no tool.
  if (reply.fail !== null) return;
  for (const [number, { tool, input, fault }] of reply.calls.entries()) {
    yield { kind: 'call', callId: `scripted_${index + 1}_${number + 1}`, tool, input, fault };
  }
}

/** Never between the halves of a character. */
function* toPieces(text: string): Generator<string> {
  const chars = Array.from(text);
  for (let at = 0; at < chars.length; at += PIECE_CHARS) yield chars.slice(at, at + PIECE_CHARS).join('');
}
