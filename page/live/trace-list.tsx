import type { ReactNode } from 'react';
import { Windowed } from '../parts/windowed.tsx';
import { CallRow } from './call/call-row.tsx';
import { EarlierRow, RunRow, TurnRow } from './run-row.tsx';
import type { TraceRow } from './trace.ts';

/** As in the styles. */
const ROW = 32;

interface TraceListProps {
  readonly rows: readonly TraceRow[];
  readonly id: string | undefined;
  readonly search: URLSearchParams;
  readonly onFold: (id: string, open: boolean) => void;
  readonly onEarlier: (row: TraceRow & { readonly kind: 'earlier' }) => Promise<void>;
  /** What comes after the last row. */
  readonly children: ReactNode;
}

export function TraceList({ rows, id, search, onFold, onEarlier, children }: TraceListProps) {
  return (
    <Windowed
      items={rows}
      row={ROW}
      label="Calls, by run"
      selected={id}
      follow={lastOfNewest(rows)}
      render={row => {
        switch (row.kind) {
          case 'run':
            return <RunRow row={row} onFold={onFold} />;
          case 'turn':
            return <TurnRow row={row} onFold={onFold} />;
          case 'earlier':
            return <EarlierRow row={row} onLoad={each => void onEarlier(each).catch(() => {})} />;
          case 'call':
            return (
              <CallRow
                {...{ call: row.call, depth: row.depth, search, chosen: row.id === id, later: row.later === true }}
                from={row.axis.from}
                to={row.axis.to}
              />
            );
        }
      }}
      end={children}
      head={first => <Above rows={rows} first={first} onFold={onFold} />}
    />
  );
}

interface AboveProps extends Pick<TraceListProps, 'rows' | 'onFold'> {
  readonly first: number;
}

/** The run that the first row belongs to, where its own line is out of sight. */
function Above({ rows, first, onFold }: AboveProps) {
  const index = rows.findLastIndex((row, at) => at <= first && row.depth === 0);
  const row = rows[index];
  return row?.kind === 'run' && index < first ? <RunRow row={row} onFold={onFold} /> : null;
}

/** The last row of the newest run: there new ones come. */
function lastOfNewest(rows: readonly TraceRow[]): number {
  const next = rows.findIndex((row, index) => index > 0 && row.depth === 0);
  return (next < 0 ? rows.length : next) - 1;
}
