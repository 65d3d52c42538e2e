import type { SettledApproval } from '../../src/console/api.ts';
import { readable } from '../parts/plain.tsx';

const WORDS: Readonly<Record<string, string>> = {
  allow_once: 'allowed it once',
  allow_always: 'allowed it always',
  reject_once: 'rejected it',
  reject_always: 'rejected it always',
};

/** Whoever has written no name in the menu is on record as `console`. */
const personName = (by = 'someone'): string => (by === 'console' ? 'Someone at the console' : readable(by));

/** `alex allowed it once, with changed arguments`. */
export function describeAnswer({ status, answer, answeredBy }: SettledApproval): string {
  if (status === 'expired') return 'Nobody answered in time';
  if (status === 'withdrawn' || !answer) return 'It was withdrawn before anyone answered';
  const changed = answer.modifiedArgs ? ', with changed arguments' : '';
  const message = answer.message ? `: “${readable(answer.message)}”` : '';
  return `${personName(answeredBy)} ${WORDS[answer.answer] ?? answer.answer}${changed}${message}`;
}
