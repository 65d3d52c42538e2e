import type { PendingApproval } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import { linkTo } from '../core/route.ts';
import { DangerBadge } from '../parts/badge.tsx';
import { readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { titleOf } from './headline.ts';

interface PendingListProps {
  readonly pending: readonly PendingApproval[];
  readonly open: string | undefined;
}

export function PendingList({ pending, open }: PendingListProps) {
  return (
    <ul className="rows">
      {pending.map(request => (
        <li key={request.id}>
          <a
            className="row tall"
            href={linkTo('approvals', request.id)}
            aria-current={request.id === open ? 'true' : undefined}
          >
            <span className="row-head">
              <QuestionTitle asked={request} />
              <DangerBadge danger={request.danger} />
            </span>
            <span className="row-more">
              <code>{readable(request.tool)}</code>
              <span className="agent">{whoName(request.agent)}</span>
              <Time at={request.createdAt} />
              {!request.waiting && <span>counts for the next time</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A command in its own type, anything else in words. */
export function QuestionTitle({ asked }: { readonly asked: Parameters<typeof titleOf>[0] }) {
  const { text, code } = titleOf(asked);
  return code ? <code className="row-title">{text}</code> : <span className="row-title">{text}</span>;
}
