import { useEffect, useRef, useState } from 'react';
import type { OutputPage } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { query, RequestFailure, request, segment } from '../core/request.ts';
import { useLivePart } from '../core/use-live.ts';
import { createLines, type Lines } from './lines.ts';

/** Characters of a page: it is parsed and cut into lines between two frames. */
const PAGE = 256_000;
/** Asked now and then while it runs, should no event tell of it. */
const AGAIN = 2_000;

export interface Printed {
  readonly lines: Lines;
  readonly version: number;
  /** Characters that are here, and those that there are. */
  readonly next: number;
  readonly length: number;
  /** All of it is here, for now or for good. */
  readonly whole: boolean;
  readonly running: boolean;
  readonly failure?: RequestFailure;
}

/** All that a call has printed, page by page, and what it prints from now on. */
export function useOutput(callID: string): Printed {
  const [printed, setPrinted] = useState<Printed>(() => begin());
  const reader = useRef<{ poke(): void }>(undefined);
  const seq = useLivePart(() => live.book.get(callID)?.seq ?? 0);
  useEffect(() => {
    const stop = new AbortController();
    reader.current = readOutput(callID, setPrinted, stop.signal);
    return () => stop.abort();
  }, [callID]);
  useEffect(() => reader.current?.poke(), [seq]);
  return printed;
}

const begin = (): Printed => ({
  lines: createLines(),
  version: 0,
  next: 0,
  length: 0,
  whole: false,
  running: true,
});

/** Reads one page after the other; nothing is asked for twice, and nothing is left out. */
function readOutput(callID: string, tell: (printed: Printed) => void, signal: AbortSignal): { poke(): void } {
  let now = begin();
  let state: 'idle' | 'reading' | 'again' = 'idle';
  let timer = 0;
  const read = async () => {
    state = 'reading';
    window.clearTimeout(timer);
    try {
      const asked = query({ from: now.next, limit: PAGE });
      const page = await request<OutputPage>(`/calls/${segment(callID)}/output${asked}`, { signal });
      if (signal.aborted) return;
      take(now.lines, page);
      const whole = page.next >= page.length || page.next <= now.next;
      now = {
        lines: now.lines,
        version: now.lines.version(),
        next: page.next,
        length: page.length,
        whole,
        running: page.running,
      };
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof RequestFailure ? error : new RequestFailure(0, { message: String(error) });
      now = { ...now, whole: true, failure };
    }
    const more = !now.whole || (state as string) === 'again';
    state = 'idle';
    tell(now);
    if (more) void read();
    else if (now.running) timer = window.setTimeout(() => void read(), AGAIN);
  };
  signal.addEventListener('abort', () => window.clearTimeout(timer));
  void read();
  return {
    poke() {
      if (state === 'idle') void read();
      else state = 'again';
    },
  };
}

/** The text of a page, and before it what is not there. */
function take(lines: Lines, { text, missing }: OutputPage): void {
  for (const { characters } of missing) {
    const much = characters === undefined ? 'Something' : `${characters.toLocaleString()} characters`;
    lines.remark(`${much} of what it printed here ${characters === undefined ? 'is' : 'are'} not in the records.`);
  }
  lines.append(text);
}
