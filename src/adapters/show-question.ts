import { createHash } from 'node:crypto';
import {
  type ApprovalRequest,
  type Approver,
  type CallOptions,
  type CallRequest,
  type Explanation,
  renderRequest,
  type Toolgate,
} from '../index.ts';

export type ShownQuestion = NonNullable<Extract<Explanation, { error?: undefined }>['question']>;

/** The question about a call; undefined where nobody needs to be asked, the call is denied, or it fails before that. */
export async function questionOn(gate: Toolgate, call: CallRequest, options: CallOptions | undefined) {
  const explained = await gate.explain(call, { ...options, question: true });
  return explained.error ? undefined : explained.question;
}

/**
 * The question as a framework shows it. A yes is for this very text, so a text that leaves out a part of a long diff
 * names the whole. The rules that "always" would save are not in it: frameworks know no such answer.
 */
export function showQuestion(question: ShownQuestion | ApprovalRequest): string {
  const text = renderRequest({ ...question, id: '', suggestions: [] });
  if (question.diff === undefined || !CUT.test(text)) return text;
  return `${text}\n[the whole diff: sha256 ${createHash('sha256').update(question.diff).digest('hex')}]`;
}

/** The line that says how much was left out. It is ours: all text of others is indented, or a line of the diff. */
const CUT = /^\[\d+ more lines\]$/m;

/** An approver that asks the second where the first leaves a question open; the gate's own comes after both. */
export function askInTurn(first: Approver | undefined, second: Approver | undefined): Approver | undefined {
  if (!first || !second) return first ?? second;
  return async (request, context) => (await first(request, context)) ?? second(request, context);
}
