import type { Stage } from './stage.ts';
import { approve } from './stages/approve.ts';
import { attempt } from './stages/attempt.ts';
import { cache } from './stages/cache.ts';
import { claim } from './stages/claim.ts';
import { coerce } from './stages/coerce.ts';
import { commit } from './stages/commit.ts';
import { decide } from './stages/decide.ts';
import { dedupe } from './stages/dedupe.ts';
import { record } from './stages/record.ts';
import { resolve } from './stages/resolve.ts';
import { validate } from './stages/validate.ts';
import { verify } from './stages/verify.ts';

/** The life of a call. Every call, from every adapter, goes through these, in this order. */
export const STAGES: readonly Stage[] = [
  // prepare
  resolve,
  coerce,
  validate,
  decide,
  dedupe,
  approve,
  // perform
  claim,
  cache,
  attempt,
  // conclude
  verify,
  commit,
  record,
];
