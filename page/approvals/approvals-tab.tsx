import { MessageCircleQuestionMark } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AnswerResult, ApprovalList } from '../../src/console/api.ts';
import { currentRoute, goTo, linkTo, useRoute } from '../core/route.ts';
import { isTyping } from '../core/use-keys.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import type { Resource } from '../core/use-resource.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { NARROW, Split } from '../parts/split.tsx';
import { ApprovalDetail } from './approval-detail.tsx';
import { type JustAnswered, LastAnswer } from './last-answer.tsx';
import { PendingList } from './pending-list.tsx';
import { SettledDetail } from './settled-detail.tsx';
import { SettledList } from './settled-list.tsx';

interface ApprovalsTabProps {
  readonly list: Resource<ApprovalList>;
  readonly root: string;
}

export function ApprovalsTab({ list, root }: ApprovalsTabProps) {
  const { id } = useRoute();
  const pending = list.data?.pending ?? [];
  const settled = list.data?.settled ?? [];
  const [answered, setAnswered] = useState<readonly JustAnswered[]>([]);
  const [brought, setBrought] = useState<string>();
  const isMine = (one: string) => answered.some(each => each.id === one);
  const waiting = pending.filter(each => !isMine(each.id));
  const open = pending.find(each => each.id === id);
  const done = settled.find(each => each.id === id);
  const wasOpen = useRef(new Set<string>());
  if (open) wasOpen.current.add(open.id);
  useFirst(id, list.data);
  useListKeys({
    ids: () => pending.map(request => request.id),
    open: id,
    link: each => linkTo('approvals', each),
    // An open question has its own use for Escape.
    back: open ? undefined : linkTo('approvals'),
  });
  const at = waiting.findIndex(each => each.id === id);
  const next = (waiting[at + 1] ?? waiting.find(each => each.id !== id))?.id;
  const latest = useRef(next);
  latest.current = next;
  const bring = (following: string) => {
    setBrought(following);
    goTo(linkTo('approvals', following));
  };
  useComing(list.data && waiting, answered.at(-1)?.id, bring);
  const onAnswered = (report: AnswerResult) => {
    setAnswered(before => [...before, { id: report.id, report }]);
    // Whoever has gone on stays there; others may have come while the answer was on its way.
    const following = latest.current;
    if (following === undefined || currentRoute().id !== report.id) return;
    bring(following);
  };
  const rows = (
    <div className="scroll">
      <FailureNote failure={list.failure} />
      {list.data && waiting.length + settled.length === 0 ? (
        <EmptyState icon={MessageCircleQuestionMark} title="Nothing waits for you">
          What needs a person’s yes is asked here.
        </EmptyState>
      ) : (
        <h2>Waiting for an answer</h2>
      )}
      {waiting.length === 0 && settled.length > 0 && <p className="empty">Nothing waits for you.</p>}
      <PendingList pending={waiting} open={id} />
      <SettledList settled={settled} open={id} />
    </div>
  );
  const detail = open ? (
    <>
      <LastAnswer last={answered.at(-1)} of={open.id} />
      <ApprovalDetail
        key={open.id}
        request={open}
        root={open.root ?? root}
        cameByItself={brought === open.id}
        onAnswered={onAnswered}
      />
    </>
  ) : done ? (
    <SettledDetail
      approval={done}
      root={root}
      elsewhere={wasOpen.current.has(done.id) && !isMine(done.id)}
      next={next}
    />
  ) : id !== undefined && list.data ? (
    <p className="note">This question is no longer among the last ones. The call that asked it is in Live.</p>
  ) : undefined;
  return <Split list={rows} detail={detail} back={linkTo('approvals')} of={id} label="The question" />;
}

/**
 * Where nothing waited, the question that comes is opened by itself, unless something else is being read or written. On a
 * narrow page, where the list would be gone by that, only after an answer.
 */
function useComing(
  waiting: readonly { readonly id: string }[] | undefined,
  answered: string | undefined,
  bring: (id: string) => void,
): void {
  const before = useRef<number>(undefined);
  const first = waiting?.[0]?.id;
  useEffect(() => {
    const came = before.current === 0 && first !== undefined;
    before.current = waiting?.length;
    if (!came || isTyping(document.activeElement)) return;
    const open = currentRoute().id;
    if (open === undefined ? window.innerWidth >= NARROW : open === answered) bring(first);
  }, [waiting?.length, first]);
}

/** On a wide page the first question is open from the start, and after an answer the next one. */
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
