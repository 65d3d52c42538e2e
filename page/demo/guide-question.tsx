import type { AnswerResult, ApprovalList } from '../../src/console/api.ts';
import { wish } from '../approvals/headline.ts';
import { whoName } from '../core/readable.ts';
import { post, segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { EffectList } from '../parts/effects.tsx';
import { FailureNote } from '../parts/failure.tsx';

interface GuideQuestionProps {
  readonly id: string;
  readonly approvals: ApprovalList | undefined;
  readonly onAnswered: () => void;
}

/** The question where one stands, with yes and no; all else is on its own page. */
export function GuideQuestion({ id, approvals, onAnswered }: GuideQuestionProps) {
  const request = approvals?.pending.find(each => each.id === id);
  const action = useAction<AnswerResult>('approvals');
  const send = async (answer: 'allow_once' | 'reject_once') => {
    await action.run(() => post(`/approvals/${segment(id)}`, { answer }));
    onAnswered();
  };
  if (!request) return null;
  const busy = action.running || action.result !== undefined;
  return (
    <section className="guide-question" aria-label="The agent asks">
      <p>
        <strong>
          {whoName(request.agent)} wants to {wish(request)}
        </strong>
      </p>
      <EffectList effects={request.effects} root={request.root ?? '/'} />
      <p className="line">
        <button type="button" className="primary" disabled={busy} onClick={() => void send('allow_once')}>
          Allow once
        </button>
        <button type="button" className="danger" disabled={busy} onClick={() => void send('reject_once')}>
          Reject
        </button>
        <a href={linkTo('approvals', id)}>Look closer</a>
      </p>
      <FailureNote failure={action.failure} />
    </section>
  );
}
