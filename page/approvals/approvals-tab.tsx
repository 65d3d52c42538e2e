import { useEffect, useRef } from 'react';
import type { ApprovalList } from '../../src/console/api.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import type { Resource } from '../core/use-resource.ts';
import { DangerBadge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { NARROW, Split } from '../parts/split.tsx';
import { Time } from '../parts/time.tsx';
import { ApprovalDetail } from './approval-detail.tsx';
import { SettledDetail, SettledList } from './settled-list.tsx';

interface ApprovalsTabProps {
  readonly list: Resource<ApprovalList>;
  readonly root: string;
}

export function ApprovalsTab({ list, root }: ApprovalsTabProps) {
  const { id } = useRoute();
  const pending = list.data?.pending ?? [];
  const settled = list.data?.settled ?? [];
  const open = pending.find(each => each.id === id);
  const done = settled.find(each => each.id === id);
  useFirst(id, list.data);
  useListKeys({
    ids: () => pending.map(request => request.id),
    open: id,
    link: each => linkTo('approvals', each),
    // An open question has its own use for Escape.
    back: open ? undefined : linkTo('approvals'),
  });
  const rows = (
    <div className="scroll">
      <FailureNote failure={list.failure} />
      <h2>Waiting for an answer</h2>
      {pending.length === 0 && <p className="empty">Nothing waits for you.</p>}
      <ul className="rows">
        {pending.map(request => (
          <li key={request.id}>
            <a
              className="row tall"
              href={linkTo('approvals', request.id)}
              aria-current={request.id === id ? 'true' : undefined}
            >
              <span className="row-head">
                <DangerBadge danger={request.danger} />
                <span className="row-title">
                  <Plain text={request.sentence} />
                </span>
              </span>
              <span className="row-more">
                <span className="agent">
                  <Plain text={request.agent} />
                </span>
                <Time at={request.createdAt} />
                {!request.waiting && <span>counts for the next time</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <SettledList settled={settled} open={id} />
    </div>
  );
  const next = pending.find(each => each.id !== id)?.id;
  const detail = open ? (
    <ApprovalDetail key={open.id} request={open} root={open.root ?? root} next={next} />
  ) : done ? (
    <SettledDetail approval={done} next={next} />
  ) : undefined;
  return <Split list={rows} detail={detail} back={linkTo('approvals')} of={id} label="The question" />;
}

/**
 * On a wide page the first question is open from the start. One that comes later waits to be opened: a key that is being
 * pressed must not meet a question that nobody has read.
 */
function useFirst(id: string | undefined, list: ApprovalList | undefined): void {
  const offered = useRef(false);
  useEffect(() => {
    if (!list || offered.current) return;
    offered.current = true;
    const first = list.pending[0]?.id;
    if (id !== undefined || first === undefined || window.innerWidth < NARROW) return;
    window.history.replaceState(null, '', linkTo('approvals', first));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }, [id, list]);
}
