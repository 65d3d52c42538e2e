import type { SettledApproval } from '../../src/console/api.ts';
import { readable, whoName } from '../core/readable.ts';

const WORDS: Readonly<Record<string, string>> = {
  allow_once: 'allowed it once',
  allow_always: 'allowed it always',
  reject_once: 'rejected it',
  reject_always: 'rejected it always',
};

/** `alex allowed it once, with changed arguments`. */
export function describeAnswer({ status, answer, answeredBy }: SettledApproval): string {
  if (status === 'expired') return 'Nobody answered in time';
  if (status === 'withdrawn' || !answer) return 'It was withdrawn before anyone answered';
  const changed = answer.modifiedArgs ? ', with changed arguments' : '';
  const message = answer.message ? `: “${readable(answer.message)}”` : '';
  return `${whoName(answeredBy ?? 'someone')} ${WORDS[answer.answer] ?? answer.answer}${changed}${message}`;
}
