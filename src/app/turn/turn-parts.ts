/** What a turn works with besides the judge: together, because a program starts faster the fewer files it loads. */

export { openModel } from '../../models/open-model.ts';
export { createSandbox } from '../../sandbox/create-sandbox.ts';
export { createHostSandbox } from '../../sandbox/host.ts';
export { createJobs } from '../../sandbox/jobs.ts';
export { startDetached } from '../../sandbox/start-detached.ts';
export { openStore } from '../../store/open-store.ts';
export { createTools } from '../../tools/all-tools.ts';
export { createLayout } from './sandbox-layout.ts';
