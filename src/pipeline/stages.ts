import type { Stage } from './stage.ts';
import { approveStage } from './stages/approve.ts';
import { attemptStage } from './stages/attempt.ts';
import { cacheStage } from './stages/cache.ts';
import { claimStage } from './stages/claim.ts';
import { coerceStage } from './stages/coerce.ts';
import { commitStage } from './stages/commit.ts';
import { decideStage } from './stages/decide.ts';
import { dedupeStage } from './stages/dedupe.ts';
import { recordStage } from './stages/record.ts';
import { resolveStage } from './stages/resolve.ts';
import { validateStage } from './stages/validate.ts';
import { verifyStage } from './stages/verify.ts';

/** The life of a call. Every call, from every adapter, goes through these, in this order. */
export const STAGES: readonly Stage[] = [
  // prepare
  resolveStage,
  coerceStage,
  validateStage,
  decideStage,
  dedupeStage,
  approveStage,
  // perform
  claimStage,
  cacheStage,
  attemptStage,
  // conclude
  verifyStage,
  commitStage,
  recordStage,
];
