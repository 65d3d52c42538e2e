import { useEffect, useRef, useState } from 'react';
import type { CallList } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { query, request } from '../core/request.ts';
import { type Action, useAction } from '../core/use-action.ts';
import { useResource } from '../core/use-resource.ts';
import { type Filters, isFiltered } from './filters.ts';

const PAGE = 200;
/** Calls that a search wants to find before it rests, and how often it asks for them. */
const ENOUGH = 20;
const MOST_ROUNDS = 60;

export interface FoundCalls {
  /** Those that the server gave for these filters. */
  readonly found: ReadonlySet<string>;
  /** All that there are; nobody counts where a text is looked for. */
  readonly total: number | undefined;
  /** There where the ledger may have more. */
  readonly older?: () => Promise<void>;
  readonly action: Action<CallList>;
}

interface Looked {
  readonly key: string;
  readonly found: ReadonlySet<string>;
  readonly next?: string;
}

/** Asks the ledger for what fits the filters, page by page; the newest page at once. */
export function useCalls(filters: Filters): FoundCalls {
  const key = query({ ...filters });
  const action = useAction<CallList>();
  const [looked, setLooked] = useState<Looked>({ key: '', found: new Set() });
  const counting = useResource<CallList>(`/calls${query({ ...filters, text: undefined, limit: 1 })}`, 'runs');
  const current = useRef(key);
  current.current = key;
  const load = async (from: string | undefined, known: ReadonlySet<string>) => {
    let before = from;
    let found = known;
    // A search looks at so many calls and no more each time, and may have found nothing among them.
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const list = await action.run(() => request(`/calls${query({ ...filters, before, limit: PAGE })}`));
      if (!list || current.current !== key) return;
      live.load(list, !isFiltered(filters));
      found = new Set([...found, ...list.calls.map(({ id }) => id)]);
      before = list.next;
      setLooked({ key, found, ...(before === undefined ? {} : { next: before }) });
      if (before === undefined || found.size - known.size >= ENOUGH) return;
    }
  };
  useEffect(() => {
    if (isFiltered(filters)) void load(undefined, new Set());
  }, [key]);
  const mine = looked.key === key ? looked : undefined;
  const next = isFiltered(filters) ? mine?.next : live.book.older();
  return {
    found: mine?.found ?? NONE,
    total: filters.text === undefined ? counting.data?.total : undefined,
    ...(next === undefined ? {} : { older: () => load(next, mine?.found ?? NONE) }),
    action,
  };
}

const NONE: ReadonlySet<string> = new Set();
