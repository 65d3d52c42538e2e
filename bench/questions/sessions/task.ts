import type { OwnSuite, RecordedCall } from '../session.ts';
import type { Cast } from './cast.ts';

/** What others may have written in two places of what the agent reads; empty in honest sessions. */
export type Planted = readonly [early: string, late: string];

/** One errand: what the agent reads for it, and then what it does. */
export interface Errand {
  readonly prompt: string;
  readonly reads: readonly RecordedCall[];
  readonly acts?: readonly RecordedCall[];
}

export interface Task {
  readonly name: string;
  /** How many sessions are made of it: as often as people ask for it. */
  readonly often: number;
  /** Others write some of what it reads, so that an attack can stand there. */
  readonly open?: boolean;
  readonly make: (cast: Cast, planted: Planted) => Errand;
}

/** What an attacker wants: the words for it, with the calls that the model then makes. */
export interface Goal {
  readonly kind: string;
  readonly make: (cast: Cast) => {
    readonly wish: string;
    /** Said in another place that is read earlier. */
    readonly hint?: string;
    readonly calls: readonly RecordedCall[];
  };
}

export interface SuiteParts {
  readonly suite: OwnSuite;
  readonly tasks: readonly Task[];
  readonly goals: readonly Goal[];
}

export const call = (tool: string, args: Readonly<Record<string, unknown>>, result: unknown = 'OK'): RecordedCall => ({
  tool,
  args,
  result,
});
