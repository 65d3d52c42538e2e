import { useEffect, useRef, useState } from 'react';
import type { ApprovalList } from '../../src/console/api.ts';
import { readable } from '../parts/plain.tsx';

/** What a screen reader says when there is a new question. */
export function useAnnouncement(list: ApprovalList | undefined): string {
  const known = useRef<ReadonlySet<string>>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!list) return;
    const ids = new Set(list.pending.map(({ id }) => id));
    const fresh = list.pending.filter(({ id }) => known.current && !known.current.has(id));
    known.current = ids;
    if (fresh.length > 0) setText(`New approval: ${fresh.map(({ sentence }) => readable(sentence)).join('; ')}`);
  }, [list]);
  return text;
}
