import { useMemo } from 'react';
import { live } from '../core/live.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useLive } from '../core/use-live.ts';
import { Split } from '../parts/split.tsx';
import { Windowed } from '../parts/windowed.tsx';
import { CallDetailView } from './call-detail.tsx';
import { CallLine } from './call-line.tsx';
import { FilterBar } from './filter-bar.tsx';
import { fits, readFilters } from './filters.ts';
import { OlderCalls } from './older-calls.tsx';

const ROW = 54;

interface LiveTabProps {
  readonly root: string;
  readonly demo: boolean;
}

export function LiveTab({ root, demo }: LiveTabProps) {
  const { id, search } = useRoute();
  const { version } = useLive();
  const filters = useMemo(() => readFilters(search), [search]);
  const all = useMemo(() => live.book.all(), [version]);
  const calls = useMemo(() => all.filter(call => fits(call, filters)).reverse(), [all, filters]);
  const back = linkTo('live', undefined, search);
  useListKeys({
    ids: () => calls.map(call => call.id),
    open: id,
    link: each => linkTo('live', each, search),
    back,
    search: 'filter-tool',
  });
  const list = (
    <>
      <FilterBar names={live.book.names()} filters={filters} shown={calls.length} />
      {calls.length === 0 && <Empty filtered={all.length > 0} demo={demo} />}
      <Windowed
        items={calls}
        row={ROW}
        label="Calls, newest first"
        selected={id}
        render={call => <CallLine call={call} open={call.id === id} search={search} />}
        end={<OlderCalls oldest={all[0]?.id} filters={filters} />}
      />
    </>
  );
  const detail = id === undefined ? undefined : <CallDetailView key={id} id={id} root={root} />;
  return <Split list={list} detail={detail} back={back} of={id} label="The call" />;
}

function Empty({ filtered, demo }: { readonly filtered: boolean; readonly demo: boolean }) {
  if (filtered) return <p className="empty">No call fits these filters.</p>;
  return (
    <div className="empty">
      <p>No calls yet. They are seen here as they run.</p>
      {demo && <p>Start the demo agent above to see some, or connect an agent to the MCP endpoint.</p>}
    </div>
  );
}
