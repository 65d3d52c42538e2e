import type { AnswerResult } from '../../src/console/api.ts';
import { linkTo } from '../core/route.ts';
import { Plain } from '../parts/plain.tsx';

export interface JustAnswered {
  readonly id: string;
  readonly report: AnswerResult;
}

interface LastAnswerProps {
  readonly last: JustAnswered | undefined;
  /** The question that is open now. */
  readonly of: string;
}

/** What was answered just now stays in sight: here, or above the question that came after it. */
export function LastAnswer({ last, of }: LastAnswerProps) {
  if (!last) return null;
  const { report } = last;
  const yes = report.answer.startsWith('allow');
  return (
    <p className={yes ? 'last-answer good' : 'last-answer bad'} role="status">
      {last.id === of ? 'Answered: ' : 'The last one: '}
      {yes ? 'you allowed it' : 'you rejected it'}
      {report.saved.length > 0 && ', and the rule is saved'}.{' '}
      {report.note !== undefined && (
        <>
          <Plain text={report.note} />{' '}
        </>
      )}
      {last.id !== of && <a href={linkTo('approvals', last.id)}>See it</a>}
    </p>
  );
}
