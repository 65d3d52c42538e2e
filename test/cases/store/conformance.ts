import { approvalCases } from './approvals.ts';
import { callCases } from './calls.ts';
import type { ConformanceCase } from './case.ts';
import { claimCases } from './claims.ts';
import { eventCases } from './events.ts';
import { journalCases } from './journal.ts';
import { pruneImageCases } from './prune-images.ts';
import { runCases } from './runs.ts';
import { smallPartCases } from './small-parts.ts';
import { taskCases } from './tasks.ts';
import { upkeepCases } from './upkeep.ts';

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
  ...upkeepCases,
];
