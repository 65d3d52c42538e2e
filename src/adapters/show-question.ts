import { createHash } from 'node:crypto';
import {
  type ApprovalRequest,
  type CallOptions,
  type CallRequest,
  type Explanation,
  renderRequest,
  type Toolgate,
} from '../index.ts';

export type ShownQuestion = NonNullable<Extract<Explanation, { error?: undefined }>['question']>;

/** The question about a call; undefined where nobody needs to be asked, where it is denied, or fails before that. */
export async function questionOn(
  gate: Toolgate,
  call: CallRequest,
  options: CallOptions | undefined,
): Promise<ShownQuestion | undefined> {
  const explained = await gate.explain(call, { ...options, question: true });
  return explained.error ? undefined : explained.question;
}

/**
 * The question as a framework shows it. A yes is for this very text, so where it leaves out a part of a long diff, it
 * names the whole. What "always" would save is not in it: frameworks know no such answer.
 */
export function showQuestion(question: ShownQuestion | ApprovalRequest): string {
  const text = renderRequest({ ...question, id: '', suggestions: [] });
  if (question.diff === undefined || !CUT.test(text)) return text;
  return `${text}\n[the whole diff: sha256 ${createHash('sha256').update(question.diff).digest('hex')}]`;
}

/** A line of ours: all that others wrote is indented, or a line of the diff. */
const CUT = /^\[\d+ more lines\]$/m;
