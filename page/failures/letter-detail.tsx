import type { DeadLetterRow } from '../../src/store/port.ts';
import type { Outcome } from '../../src/tool/outcome.ts';
import { post, segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { Arguments } from '../parts/arguments.tsx';
import { Badge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { OutcomeView } from '../parts/outcome.tsx';
import { Json, Plain, readable } from '../parts/plain.tsx';
import { counted, shortId, Time } from '../parts/time.tsx';

interface LetterDetailProps {
  readonly letter: DeadLetterRow;
  /** Nobody has dealt with it yet. */
  readonly isOpen: boolean;
}

export function LetterDetail({ letter, isOpen }: LetterDetailProps) {
  const action = useAction<Outcome | undefined>('failures', 'overview');
  const act = (what: 'retry' | 'drop') => action.run(() => post(`/dead-letters/${segment(letter.id)}/${what}`));
  const details = letter.error.details;
  return (
    <article>
      <h2>
        <Badge tone={isOpen ? 'bad' : 'quiet'}>{isOpen ? 'open' : 'settled'}</Badge>{' '}
        <code>{readable(letter.tool)}</code>
      </h2>
      <p className="facts">
        <Plain text={letter.agent} />
        <span>session {shortId(letter.sessionID)}</span>
        <Time at={letter.at} />
        {letter.attempts > 0 && <span>{counted(letter.attempts, 'attempt')}</span>}
        <a href={linkTo('live', letter.callID)}>the call</a>
      </p>
      {isOpen && (
        <p className="line">
          <button type="button" className="primary" disabled={action.running} onClick={() => void act('retry')}>
            {action.running ? 'Running…' : 'Run it again'}
          </button>
          <button type="button" className="danger" disabled={action.running} onClick={() => void act('drop')}>
            Drop it
          </button>
        </p>
      )}
      {action.result && <OutcomeView outcome={action.result} />}
      <FailureNote failure={action.failure} />
      <h3>What went wrong</h3>
      <FailureNote failure={letter.error} />
      {details && Object.keys(details).length > 0 && <Json label="Details of the error" value={details} />}
      <h3>Arguments</h3>
      <Arguments value={letter.args} />
    </article>
  );
}
