import { Activity } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AgentList, CallList } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { query, request } from '../core/request.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useLive, useTopic } from '../core/use-live.ts';
import { useResource } from '../core/use-resource.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Split } from '../parts/split.tsx';
import { CallDetailView } from './call/call-detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { fits, isFiltered, readFilters } from './filters.ts';
import { buildTrace, type TraceRow } from './trace.ts';
import { TraceList } from './trace-list.tsx';
import { useCalls } from './use-calls.ts';

interface LiveTabProps {
  readonly root: string;
  readonly demo: boolean;
}

export function LiveTab({ root, demo }: LiveTabProps) {
  const { id, search } = useRoute();
  const { version } = useLive();
  const filters = useMemo(() => readFilters(search), [search]);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const calls = useCalls(filters);
  const runs = useTopic('runs');
  const agents = useResource<AgentList>('/agents', 'runs').data;
  useEffect(() => {
    if (agents) live.loadSessions(agents);
  }, [agents]);
  const all = useMemo(() => live.book.all(), [version]);
  const shown = useMemo(() => {
    if (!isFiltered(filters)) return undefined;
    const sight = { family: familyOf(filters.session), found: calls.found };
    return new Set(all.filter(call => fits(call, filters, sight)));
  }, [all, filters, calls.found]);
  const rows = useMemo(
    () =>
      buildTrace({
        calls: all,
        sessions: live.sessions,
        toggled,
        selected: id,
        fits: shown && (call => shown.has(call)),
        whole: live.book.get(live.book.older() ?? '')?.startedAt ?? 0,
      }),
    [all, shown, toggled, id],
  );
  const onFold = useCallback(
    (fold: string, open: boolean) => setToggled(before => new Map(before).set(fold, open)),
    [],
  );
  const onEarlier = useCallback(async ({ session, before }: TraceRow & { readonly kind: 'earlier' }) => {
    live.load(await request<CallList>(`/calls${query({ session: session.id, before, limit: 200 })}`), false);
  }, []);
  const back = linkTo('live', undefined, search);
  useListKeys({
    ids: () => rows.filter(row => row.kind === 'call').map(row => row.id),
    open: id,
    link: each => linkTo('live', each, search),
    back,
    search: 'filter-text',
  });
  const count = shown?.size ?? all.length;
  const total =
    filters.session !== undefined && Object.keys(filters).length === 1 ? callsOf(filters.session) : calls.total;
  const list = (
    <>
      <FilterBar names={live.book.names()} filters={filters} shown={count} total={total} runs={runs} />
      {rows.length === 0 && <Empty filtered={isFiltered(filters)} looking={calls.action.running} demo={demo} />}
      <TraceList {...{ rows, id, search, onFold, onEarlier }}>
        {calls.older && (
          <p className="end">
            <button type="button" disabled={calls.action.running} onClick={() => void calls.older?.()}>
              {calls.action.running
                ? 'Loading…'
                : filters.text === undefined
                  ? 'Load older calls'
                  : 'Look further back'}
            </button>
          </p>
        )}
        <FailureNote failure={calls.action.failure} />
      </TraceList>
    </>
  );
  const detail = id === undefined ? undefined : <CallDetailView key={id} id={id} root={root} />;
  return <Split list={list} detail={detail} back={back} of={id} label="The call" />;
}

/** A session and all that were started below it. */
function familyOf(root: string | undefined): ReadonlySet<string> {
  const family = new Set(root === undefined ? [] : [root]);
  // Whoever is below has begun later.
  for (const { id, parent } of live.sessions.all().toSorted((a, b) => a.startedAt - b.startedAt))
    if (parent !== undefined && family.has(parent)) family.add(id);
  return family;
}

/** All calls of a run, as far as the sessions of its agents are known. */
const callsOf = (root: string): number =>
  [...familyOf(root)].reduce((sum, id) => sum + (live.sessions.get(id)?.calls ?? 0), 0);

interface EmptyProps {
  readonly filtered: boolean;
  readonly looking: boolean;
  readonly demo: boolean;
}

function Empty({ filtered, looking, demo }: EmptyProps) {
  if (filtered) return <p className="empty">{looking ? 'Looking…' : 'No call fits these filters.'}</p>;
  return (
    <EmptyState icon={Activity} title="No calls yet">
      They are seen here as they run.{' '}
      {demo ? (
        'The guide starts an agent that makes some.'
      ) : (
        <>
          Connect an agent to the MCP address that was printed at the start, or <a href={linkTo('tools')}>try a tool</a>{' '}
          by hand.
        </>
      )}
    </EmptyState>
  );
}
