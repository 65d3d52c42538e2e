import { approvalCases } from './conformance/approvals.ts';
import { callCases } from './conformance/calls.ts';
import type { ConformanceCase } from './conformance/case.ts';
import { claimCases } from './conformance/claims.ts';
import { eventCases } from './conformance/events.ts';
import { journalCases } from './conformance/journal.ts';
import { pruneImageCases } from './conformance/prune-images.ts';
import { runCases } from './conformance/runs.ts';
import { smallPartCases } from './conformance/small-parts.ts';
import { taskCases } from './conformance/tasks.ts';

/** What every store has to do, whatever lies below it. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...callCases,
  ...eventCases,
  ...journalCases,
  ...pruneImageCases,
  ...approvalCases,
  ...claimCases,
  ...runCases,
  ...taskCases,
  ...smallPartCases,
];
