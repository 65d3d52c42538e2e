import { useState } from 'react';
import type { CallList } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { query, request } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import type { Filters } from './filters.ts';

const PAGE = 200;

/** What the page no longer has, from the ledger. */
export function OlderCalls({ oldest, filters }: { readonly oldest: string | undefined; readonly filters: Filters }) {
  const action = useAction<CallList>();
  const [looked, setLooked] = useState<{ filters: Filters; next: string | undefined }>();
  const before = looked?.filters === filters ? looked.next : oldest;
  const load = async () => {
    const list = await action.run(() => request(`/calls${query({ ...filters, before, limit: PAGE })}`));
    if (!list) return;
    live.load(list);
    setLooked({ filters, next: list.next });
  };
  if (before === undefined || !live.book.hasOlder()) return null;
  return (
    <p className="end">
      <button type="button" disabled={action.running} onClick={() => void load()}>
        {action.running ? 'Loading…' : 'Load older calls'}
      </button>
      <FailureNote failure={action.failure} />
    </p>
  );
}
