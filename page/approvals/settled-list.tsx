import type { SettledApproval } from '../../src/console/api.ts';
import { linkTo } from '../core/route.ts';
import { Badge } from '../parts/badge.tsx';
import { Time } from '../parts/time.tsx';
import { describeAnswer } from './describe-answer.ts';
import { QuestionTitle } from './pending-list.tsx';

interface SettledListProps {
  readonly settled: readonly SettledApproval[];
  readonly open: string | undefined;
}

export function SettledList({ settled, open }: SettledListProps) {
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
                <QuestionTitle asked={approval} />
                <SettledBadge approval={approval} />
              </span>
              <span className="row-more">
                <span className="last">{describeAnswer(approval)}</span>
                {approval.answeredAt !== undefined && <Time at={approval.answeredAt} />}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

export function SettledBadge({ approval }: { readonly approval: SettledApproval }) {
  const { answer, status } = approval;
  if (!answer) return <Badge tone="quiet">{status}</Badge>;
  const yes = answer.answer.startsWith('allow');
  // What was asked for stands beside it, and did not run.
  if (yes && answer.modifiedArgs) return <Badge tone="warn">allowed, changed</Badge>;
  return <Badge tone={yes ? 'good' : 'bad'}>{yes ? 'allowed' : 'rejected'}</Badge>;
}
