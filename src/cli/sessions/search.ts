import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import { withArchive } from './open.ts';

const LIMIT = 20;

/** `sessions search`: each word of the command line must occur; several words in quotes are a phrase. */
export const command: Command = {
  name: 'sessions search',
  summary: 'Find messages, answers, calls and results that hold all of some words',
  usage: 'sessions search [flags] WORD...   ("two words" are a phrase; begin* is whatever begins so)',
  examples: [
    'bailiwick sessions search migration',
    `bailiwick sessions search --all "rate limit" retr* --json | jq -r '.[].session'`,
  ],
  operands: Number.POSITIVE_INFINITY,
  args: {
    all: { type: 'boolean', help: 'in the sessions of every workspace' },
    limit: { type: 'string', value: 'N', help: `at most N places, the newest first (${LIMIT})` },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  async run(context, args, out) {
    const phrases = args.positionals.filter((text) => text.trim() !== '');
    if (phrases.length === 0 || !phrases.every((text) => /[\p{L}\p{N}]/u.test(text))) {
      throw new Fault('usage', 'sessions search needs words of letters or digits.', {
        hint: 'bailiwick sessions search migration',
      });
    }
    const extent = { all: booleanFlag(args, 'all'), limit: countFlag(args, 'limit') ?? LIMIT };
    const hits = await withArchive(context, (archive) => archive.search(phrases, extent));
    if (booleanFlag(args, 'json')) out.json(hits);
    else for (const hit of hits) out.line(renderHit(hit));
    if (hits.length === 0) out.log(`Nothing${extent.all ? '' : ' in this workspace'} holds these words.`);
    return 0;
  },
};

const KINDS: Readonly<Record<string, string>> = {
  'message-received': 'you',
  'reply-received': 'model',
  'call-ended': 'result',
};

const renderHit = (hit: { session: string; at: number; kind: string; excerpt: string }): string =>
  [hit.session, showTime(hit.at), (KINDS[hit.kind] ?? hit.kind).padEnd(6), showOnOneLine(hit.excerpt)].join('  ');
