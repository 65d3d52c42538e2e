import * as prompts from '@clack/prompts';
import { renderRequest } from '../approval/render-request.ts';
import type { ApprovalReply, ApprovalRequest, Approver } from '../approval/request.ts';

const output = process.stderr;

/** Asks the person at the terminal, one question at a time. A cancelled question is a no. */
export function createTerminalApprover(): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return (request, { signal }) => {
    const answer = last.then(() => (signal.aborted ? undefined : ask(request, signal)));
    last = answer.catch(() => {});
    return answer;
  };
}

type Choice = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'edit';

async function ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalReply | undefined> {
  output.write(`\n${renderRequest(request)}\n\n`);
  const rule = (verdict: 'allow' | 'deny') =>
    request.suggestions.find(({ rules }) => rules.every(one => one.verdict === verdict));
  const [allows, denies] = [rule('allow'), rule('deny')];
  const choice = await prompts.select<Choice>({
    message: 'Allow it?',
    options: [
      { value: 'allow_once', label: 'Yes, once' },
      ...(allows ? [{ value: 'allow_always' as const, label: 'Yes, always', hint: allows.text }] : []),
      { value: 'edit', label: 'Yes, with other arguments' },
      { value: 'reject_once', label: 'No' },
      ...(denies ? [{ value: 'reject_always' as const, label: 'No, never', hint: denies.text }] : []),
    ],
    output,
    signal,
  });
  if (signal.aborted) return undefined;
  if (prompts.isCancel(choice)) return 'reject_once';
  if (choice === 'edit') return edit(request, signal);
  return choice === 'reject_once' ? rejectWithWord(signal) : choice;
}

async function edit(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalReply> {
  const text = await prompts.text({
    message: 'Arguments, as JSON',
    initialValue: JSON.stringify(request.args),
    validate: value => problemWith(value ?? ''),
    output,
    signal,
  });
  if (prompts.isCancel(text)) return 'reject_once';
  return { answer: 'allow_once', modifiedArgs: JSON.parse(text) as Record<string, unknown> };
}

async function rejectWithWord(signal: AbortSignal): Promise<ApprovalReply> {
  const word = await prompts.text({ message: 'A word to the model (may stay empty)', output, signal });
  return prompts.isCancel(word) || !word ? 'reject_once' : { answer: 'reject_once', message: word };
}

function problemWith(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'Must be a JSON object';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
