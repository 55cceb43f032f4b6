/** `bailiwick/policy`: the judge for other programs. Facts are gathered by the caller. */
export { compilePolicy } from './compile.ts';
export { decide } from './decide.ts';
export { explain } from './explain.ts';
export { ruleMatchesExample } from './rules/match-rule.ts';
