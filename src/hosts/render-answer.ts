import type { HostAnswer, HostEvent } from './host.ts';

interface AnswerForm {
  /**
   * Whether the host puts a question to its person; `unchanged`: only about what the model wrote, for the host forgets
   * another input then. For a host that would go on instead, a question is a no.
   */
  readonly asks: boolean | 'unchanged';
  /** Whether the host takes another input. */
  readonly rewrites: boolean;
}

/** The answer in the form that Claude Code has made common. */
export function renderPermission(event: HostEvent, answer: HostAnswer, { asks, rewrites }: AnswerForm): string {
  if (event.kind !== 'before' || answer.verdict === 'none') return '{}';
  const mayAsk = asks === true || (asks === 'unchanged' && !('input' in answer && answer.input));
  const permissionDecision = answer.verdict === 'ask' && !mayAsk ? 'deny' : answer.verdict;
  const reason = 'reason' in answer ? { permissionDecisionReason: answer.reason } : {};
  const updated =
    rewrites && permissionDecision !== 'deny' && 'input' in answer && answer.input
      ? { updatedInput: answer.input }
      : {};
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...reason, ...updated },
  });
}
