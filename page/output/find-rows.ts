import { useEffect, useRef, useState } from 'react';
import { printedText } from '../core/readable.ts';
import type { Chunk, Lines } from './lines.ts';

const MOST = 10_000;
/** Milliseconds at a time, so that the page stays at hand. */
const SLICE = 8;

export interface Found {
  /** Numbers of rows. */
  readonly rows: readonly number[];
  readonly done: boolean;
}

const NOTHING: Found = { rows: [], done: true };

/** The rows that hold a text, looked for bit by bit; rows that come later are looked at when they come. */
export function useFound(lines: Lines, version: number, text: string): Found {
  const [found, setFound] = useState<Found>(NOTHING);
  const search = useRef<{ text: string; lines: Lines; rows: number[]; next: number }>(undefined);
  useEffect(() => {
    if (text === '') {
      search.current = undefined;
      setFound(NOTHING);
      return;
    }
    if (search.current?.text !== text || search.current.lines !== lines)
      search.current = { text, lines, rows: [], next: 0 };
    const state = search.current;
    let timer = 0;
    const look = () => {
      const chunks = lines.chunks();
      const done = lookOn(state, chunks);
      setFound({ rows: [...state.rows], done });
      if (!done) timer = window.setTimeout(look);
    };
    look();
    return () => window.clearTimeout(timer);
  }, [lines, version, text]);
  return found;
}

function lookOn(state: { text: string; rows: number[]; next: number }, chunks: readonly Chunk[]): boolean {
  const wanted = state.text.toLowerCase();
  const until = performance.now() + SLICE;
  const from = chunks.findIndex(({ first, rows }) => first + rows.length > state.next);
  for (let at = Math.max(0, from); from >= 0 && at < chunks.length; at++) {
    const { first, rows } = chunks[at]!;
    for (let index = Math.max(0, state.next - first); index < rows.length; index++)
      if (matches(rows[index]!, wanted)) state.rows.push(first + index);
    // The last row may still grow.
    state.next = at === chunks.length - 1 ? first + rows.length - 1 : first + rows.length;
    if (state.rows.length > MOST) return true;
    if (performance.now() > until) return at === chunks.length - 1;
  }
  state.rows = [...new Set(state.rows)];
  return true;
}

const matches = (row: string, wanted: string): boolean =>
  (row.includes('\u001b') ? printedText(row) : row).toLowerCase().includes(wanted);

export const tooMany = ({ rows }: Found): boolean => rows.length > MOST;
