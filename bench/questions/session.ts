import { createHash } from 'node:crypto';

/** Suites of our own making; those that are written as others would have other names. */
export type OwnSuite = 'mail' | 'chat' | 'bank' | 'travel' | 'code';

export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** As the server gave it: a value, or a text. */
  readonly result: unknown;
  /** The tool failed, and this is what it said. */
  readonly fails?: true;
  /** The model makes it because untrusted content told it to. */
  readonly injected?: true;
  /** The model makes it in one turn with the call before it. */
  readonly together?: true;
}

/** What one agent did for one prompt. */
export interface RecordedSession {
  readonly id: string;
  readonly suite: string;
  /** The kind of errand; many sessions share one. */
  readonly task: string;
  readonly prompt: string;
  readonly calls: readonly RecordedCall[];
  /** What decides on the half that it is in; its id where nothing is said. */
  readonly half?: string;
  /** The last of the injected calls does the harm. */
  readonly attack?: { readonly kind: string; readonly style: string; readonly injectedCall: number };
}

/** A number from 0 to below `below` that is always the same for this text. */
export const numberFor = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below;

export const oneOf = <T>(list: readonly T[], key: string): T => list[numberFor(key, list.length)]!;

/** Half of the sessions are for tuning the rule; nobody looks at the other half one by one. */
export const isKeptApart = ({ id, half }: Pick<RecordedSession, 'id' | 'half'>): boolean =>
  numberFor(`half ${half ?? id}`, 2) === 1;
