import type { Suggestion } from '../policy/rules/suggest-rules.ts';
import type { Rule, Verdict } from '../policy/types.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import type { ToolError } from '../tool/error.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';

/** A question to a person. Plain frozen data; it is stored before anyone sees it. */
export interface ApprovalRequest {
  readonly id: string;
  /** The call that waits for the answer. */
  readonly stepId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Names of arguments that have the schema's default: nobody needs to read them. */
  readonly unsaid?: readonly string[];
  readonly reason: string;
  /** What the call touches, resolved. */
  readonly effects: Effects;
  readonly diff?: string;
  /**
   * The rehearsal: the call has run on a copy, without the network, and nothing is written yet: a yes writes exactly
   * what the diff shows. The hosts that it tried to reach in vain, and the end of its output.
   */
  readonly rehearsed?: { readonly hosts: readonly string[]; readonly output: string };
  readonly danger: Danger;
  /** True where changes are planned, and the call acts at once all the same: nothing takes it back with the plan. */
  readonly unplanned?: true;
  /** Rules that "always" would save: a suggestion that allows, and one that denies, as far as there are such. */
  readonly suggestions: readonly Suggestion[];
  /** Real path of the workspace, so that paths in it can be shown in short. */
  readonly root?: string;
  /** The folder that the call runs in, workspace-relative; only for calls that run programs. */
  readonly cwd?: string;
}

/** The reason beside the tool's name; a reason that the tool itself gives begins with the name. */
export const reasonFor = (tool: string, reason: string): string =>
  reason.startsWith(`${tool}: `) ? reason.slice(tool.length + 2) : reason;

/** A preview of a call with other arguments than those that were asked for. */
export interface ArgumentsPreview {
  /** All that a yes to the preview is bound to: arguments, files, policy. Empty where the call is denied. */
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
  /** The key of the person's preview of these arguments: where the key holds no longer, the person is asked again. */
  readonly preview?: string;
  /** A word from the person to the model. */
  readonly message?: string;
  /** The rule that an "always" saves instead of the suggested ones. */
  readonly rule?: Rule;
}

/** A reply as it may come from whoever answers: a word, an answer, or yes and no. */
export type ApprovalReply =
  | AnswerWord
  | ApprovalAnswer
  | {
      readonly approved: boolean;
      readonly modifiedArgs?: Readonly<Record<string, unknown>>;
      readonly message?: string;
    };

/**
 * An approver, asked in this process. `undefined` leaves the answer to others; the signal fires when it is no longer
 * needed. Any text passes the compiler, which takes `async () => 'allow_once'` for one; what is no answer is a no.
 */
export interface Approver {
  (
    request: ApprovalRequest,
    context: { readonly signal: AbortSignal },
  ): MaybePromise<ApprovalReply | (string & Record<never, never>) | undefined>;
  /** The name of whoever answers, for people who read of the answers later; default `approver`. */
  readonly by?: string;
}

/** The end of an ask. */
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
