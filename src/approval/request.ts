import type { Suggestion } from '../policy/rules/suggest-rules.ts';
import type { Rule, Verdict } from '../policy/types.ts';
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
  /** Of these, the names of those that are as the schema has them by default: nobody needs to read them. */
  readonly unsaid?: readonly string[];
  readonly reason: string;
  /** What the call touches, resolved. */
  readonly effects: Effects;
  readonly diff?: string;
  /**
   * It has run on a copy, without the network, and nothing is written yet: a yes writes exactly what the diff shows. The
   * hosts that it tried to reach in vain, and the end of what it printed.
   */
  readonly rehearsed?: { readonly hosts: readonly string[]; readonly output: string };
  readonly danger: Danger;
  /** Where changes are planned: the call acts at once all the same, and nothing takes it back with the plan. */
  readonly unplanned?: true;
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

/** What a call would do with other arguments than those that were asked for. */
export interface ArgumentsPreview {
  /** All that a yes to it is bound to: the arguments, the files, the policy. Empty where it is denied. */
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly effects: Effects;
  readonly danger: Danger;
  readonly diff?: string;
}

export const ANSWERS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;
export type AnswerWord = (typeof ANSWERS)[number];

export interface ApprovalAnswer {
  readonly answer: AnswerWord;
  /** Other arguments for the same tool; they are checked and judged again. */
  readonly modifiedArgs?: Readonly<Record<string, unknown>>;
  /** The key of the preview that the person saw of these arguments: where that holds no longer, they are asked again. */
  readonly preview?: string;
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
export interface Approver {
  (
    request: ApprovalRequest,
    context: { readonly signal: AbortSignal },
  ): MaybePromise<ApprovalReply | (string & Record<never, never>) | undefined>;
  /** Whose answers they are, for people who read of them later; `approver` where it is not said. */
  readonly by?: string;
}

/** What an ask came to. */
export type Settlement =
  | {
      readonly approved: true;
      readonly id: string;
      readonly by: string;
      readonly answer: AnswerWord;
      readonly modifiedArgs?: Readonly<Record<string, unknown>>;
      readonly preview?: string;
      readonly message?: string;
    }
  | {
      readonly approved: false;
      readonly id: string | undefined;
      /** Who answered; undefined when nobody did. */
      readonly by: string | undefined;
      readonly error: ToolError;
    };
