import type { Attachment, Metadata } from './context.ts';
import type { Failure } from './error.ts';

interface OutcomeFacts {
  /** Our id of the call (UUIDv7). */
  readonly callID: string;
  /** The id that the caller gave, as it was given. */
  readonly id: string | number | undefined;
  /** Canonical name where the tool is known, the asked one otherwise. */
  readonly tool: string;
  /** A short line for people. */
  readonly title: string;
  /** What the model reads, also for a failure. */
  readonly output: string;
  /** Facts for programs. */
  readonly metadata: Metadata;
  /** Images and other files for the model. */
  readonly attachments: readonly Attachment[];
}

/** What a call comes to. Success and failure have the same keys. */
export type Outcome<V = unknown> =
  | (OutcomeFacts & { readonly ok: true; readonly value: V; readonly error: undefined })
  | (OutcomeFacts & { readonly ok: false; readonly value: undefined; readonly error: Failure });
