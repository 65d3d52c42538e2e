import type { ApprovalRequest } from '../../approval/request.ts';

export type ApprovalChoice = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'edit';

export interface ChoiceQuestion {
  readonly message: string;
  readonly options: readonly { readonly value: ApprovalChoice; readonly label: string; readonly hint?: string }[];
  readonly initialValue: ApprovalChoice;
  /** Fires when no answer is wanted any more. */
  readonly signal: AbortSignal;
}

export interface TypedQuestion {
  readonly message: string;
  readonly initialValue?: string;
  readonly validate?: (text: string) => string | undefined;
  readonly signal: AbortSignal;
}

/** Where questions are put to a person. An answer of undefined: the person, or the question, went away. */
export interface QuestionPlace {
  show(request: ApprovalRequest): void;
  choose(question: ChoiceQuestion): Promise<ApprovalChoice | undefined>;
  type(question: TypedQuestion): Promise<string | undefined>;
  note(line: string): void;
}
