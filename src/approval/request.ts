import type { Suggestion } from '../policy/rules/suggest-rules.ts';
import type { Rule } from '../policy/types.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import type { ToolError } from '../tool/error.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';

/** What a person is asked. Plain frozen data; it is stored before anyone sees it. */
export interface ApprovalRequest {
  readonly id: string;
  /** The call that waits for the answer. */
  readonly stepId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** What the call touches, resolved. */
  readonly effects: Effects;
  readonly diff?: string;
  readonly danger: Danger;
  /** What "always" would save: one that allows, one that denies, as far as there are such. */
  readonly suggestions: readonly Suggestion[];
  /** Real path of the workspace, so that paths in it can be shown in short. */
  readonly root?: string;
  /** Where it runs, workspace-relative; only for what runs programs. */
  readonly cwd?: string;
}

/** The reason beside the tool's name: one that the tool itself gives begins with it. */
export const reasonFor = (tool: string, reason: string): string =>
  reason.startsWith(`${tool}: `) ? reason.slice(tool.length + 2) : reason;

export const ANSWERS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;
export type AnswerWord = (typeof ANSWERS)[number];

export interface ApprovalAnswer {
  readonly answer: AnswerWord;
  /** Other arguments for the same tool; they are checked and judged again. */
  readonly modifiedArgs?: Readonly<Record<string, unknown>>;
  /** A word from the person to the model. */
  readonly message?: string;
  /** The rule that an "always" saves instead of the suggested ones. */
  readonly rule?: Rule;
}

/** What may come from whoever answers: a word, an answer, or yes and no. */
export type ApprovalReply =
  | AnswerWord
  | ApprovalAnswer
  | {
      readonly approved: boolean;
      readonly modifiedArgs?: Readonly<Record<string, unknown>>;
      readonly message?: string;
    };

/**
 * Asked in this process. `undefined` leaves the answer to others; the signal fires when it is no longer needed. Any
 * text passes the compiler, which takes `async () => 'allow_once'` for one; what is no answer is a no.
 */
export type Approver = (
  request: ApprovalRequest,
  context: { readonly signal: AbortSignal },
) => MaybePromise<ApprovalReply | (string & Record<never, never>) | undefined>;

/** What an ask came to. */
export type Settlement =
  | {
      readonly approved: true;
      readonly id: string;
      readonly by: string;
      readonly answer: AnswerWord;
      readonly modifiedArgs?: Readonly<Record<string, unknown>>;
      readonly message?: string;
    }
  | {
      readonly approved: false;
      readonly id: string | undefined;
      /** Who answered; undefined when nobody did. */
      readonly by: string | undefined;
      readonly error: ToolError;
    };
