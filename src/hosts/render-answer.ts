import type { HostAnswer, HostEvent } from './host.ts';

interface AnswerForm {
  /** `unchanged`: only about what the model wrote, for the host forgets another input. Unasked, a question is a no. */
  readonly asks: boolean | 'unchanged';
  readonly rewrites: boolean;
}

/** The answer in the form that Claude Code has made common. */
export function renderPermission(event: HostEvent, answer: HostAnswer, { asks, rewrites }: AnswerForm): string {
  if (event.kind !== 'before' || answer.verdict === 'none') return '{}';
  const mayAsk = asks === true || (asks === 'unchanged' && !('input' in answer && answer.input));
  const permissionDecision = answer.verdict === 'ask' && !mayAsk ? 'deny' : answer.verdict;
  const permissionDecisionReason = 'reason' in answer ? answer.reason : undefined;
  const updatedInput = rewrites && permissionDecision !== 'deny' && 'input' in answer ? answer.input : undefined;
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason, updatedInput },
  });
}
