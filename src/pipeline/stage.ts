import type { MaybePromise } from '../tool/schema/schema.ts';
import type { Call } from './call.ts';

/** `settled`: the call has its outcome; a stage's name: go on from there; nothing: pass it on. Throwing settles too. */
export type StageResult = undefined | 'settled' | 'resolve' | 'coerce';

export interface Stage {
  readonly name: string;
  readonly part: 'prepare' | 'perform' | 'conclude';
  /** Runs for every call, also for one that was settled or refused before. */
  readonly always?: boolean;
  /** It waits for a person, as long as that takes, and ends by itself when the call is aborted. */
  readonly patient?: boolean;
  run(call: Call): MaybePromise<StageResult>;
}
