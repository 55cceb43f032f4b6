import { ruleMatchesExample } from '../policy/rules/match-rule.ts';
import { judgeQuestion } from './judge.ts';
import { createBench } from './open-checker.ts';
import type { JudgePort } from './policy-reports.ts';

/** The real judge, as reports about policies ask it. */
export const judgePort: JudgePort = {
  matches: ruleMatchesExample,
  async openJudge(config, policy) {
    const { createTools } = await import('../tools/all-tools.ts');
    const tools = new Map(createTools().map((tool) => [tool.name, tool]));
    const bench = { ...createBench(config, policy), findTool: (name: string) => tools.get(name) ?? null };
    return (question) => judgeQuestion(question, bench).decision;
  },
};
