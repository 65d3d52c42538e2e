import type { SettledApproval } from '../../src/console/api.ts';
import { linkTo } from '../core/route.ts';
import { Badge } from '../parts/badge.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { describeAnswer } from './describe-answer.ts';

export function SettledList({
  settled,
  open,
}: {
  readonly settled: readonly SettledApproval[];
  readonly open: string | undefined;
}) {
  if (settled.length === 0) return null;
  return (
    <>
      <h2>Settled</h2>
      <ul className="rows">
        {settled.map(approval => (
          <li key={approval.id}>
            <a
              className="row tall"
              href={linkTo('approvals', approval.id)}
              aria-current={approval.id === open ? 'true' : undefined}
            >
              <span className="row-head">
                <Badge tone={toneOf(approval)}>{wordOf(approval)}</Badge>
                <code className="row-title">{readable(approval.tool)}</code>
                {approval.answeredAt !== undefined && <Time at={approval.answeredAt} />}
              </span>
              <span className="row-more">
                <span className="last">{describeAnswer(approval)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of one that someone has just answered, here or elsewhere, it says who. */
export function SettledDetail({
  approval,
  next,
}: {
  readonly approval: SettledApproval;
  readonly next: string | undefined;
}) {
  return (
    <article>
      <h2>
        <Badge tone={toneOf(approval)}>{wordOf(approval)}</Badge> <code>{readable(approval.tool)}</code>
      </h2>
      <p className="note" role="status">
        {describeAnswer(approval)}
        {approval.answeredAt !== undefined && (
          <>
            {' '}
            at <Time at={approval.answeredAt} />
          </>
        )}
      </p>
      <p>
        It was asked because: <Plain text={approval.reason} />
      </p>
      {next !== undefined && (
        <p>
          <a href={linkTo('approvals', next)}>Go to the next question</a>
        </p>
      )}
    </article>
  );
}

const isYes = ({ answer }: SettledApproval): boolean => answer?.answer.startsWith('allow') === true;
const toneOf = (approval: SettledApproval) => (isYes(approval) ? 'good' : approval.answer ? 'bad' : 'quiet');
const wordOf = (approval: SettledApproval) =>
  isYes(approval) ? 'allowed' : approval.answer ? 'rejected' : approval.status;
