import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { ChunkView } from './chunk-view.tsx';
import type { Chunk } from './lines.ts';

/** Pixels of a row that is not wrapped, as in the styles. */
const ROW = 18;
const BEYOND = 400;

interface LineListProps {
  readonly chunks: readonly Chunk[];
  /** Of the greatest number. */
  readonly digits: number;
  readonly label: string;
  readonly wrap: boolean;
  readonly find: string;
  /** The row that is looked at. */
  readonly target: number | undefined;
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
  readonly box: RefObject<HTMLElement | null>;
}

/** Rows of any number, of which those that can be seen are in the page. */
export function LineList({ chunks, digits, label, wrap, find, target, follow, onFollow, box }: LineListProps) {
  const measured = useRef(new Map<number, number>());
  const [view, setView] = useState({ top: 0, height: 400, width: 0 });
  const [, setMeasures] = useState(0);
  const heightOf = (chunk: Chunk) => (wrap && measured.current.get(chunk.first)) || chunk.rows.length * ROW;
  const { tops, total } = placeAll(chunks, heightOf);
  const first = Math.max(0, lastBefore(tops, view.top - BEYOND));
  const last = lastBefore(tops, view.top + view.height + BEYOND);
  const shown = chunks.slice(first, last + 1);

  useLayoutEffect(() => {
    const element = box.current!;
    const look = () => {
      setView(before => {
        if (before.width !== element.clientWidth) measured.current.clear();
        return { top: element.scrollTop, height: element.clientHeight, width: element.clientWidth };
      });
    };
    const scrolled = () => {
      look();
      onFollow(element.scrollTop + element.clientHeight > element.scrollHeight - ROW * 1.5);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, []);

  const list = useRef<HTMLDivElement>(null);
  // How high wrapped rows are is known only once they are drawn.
  useLayoutEffect(() => {
    if (!wrap) return;
    const element = box.current!;
    let moved = 0;
    let changed = false;
    for (const drawn of list.current!.children as Iterable<HTMLElement> & HTMLCollection) {
      const chunk = shown.find(each => each.first === Number(drawn.dataset.first));
      if (!chunk) continue;
      const height = drawn.offsetHeight;
      const before = heightOf(chunk);
      if (height === before) continue;
      changed = true;
      measured.current.set(chunk.first, height);
      if (drawn.offsetTop + before <= element.scrollTop) moved += height - before;
    }
    if (changed) setMeasures(count => count + 1);
    if (moved !== 0 && !follow) element.scrollTop += moved;
  });

  // Who looks at the end goes on looking at the end.
  useLayoutEffect(() => {
    if (follow) box.current!.scrollTop = total;
  }, [follow, total]);

  useLayoutEffect(() => {
    if (target === undefined) return;
    const index = chunks.findLastIndex(chunk => chunk.first <= target);
    const chunk = chunks[index];
    if (!chunk) return;
    const part = (target - chunk.first) / chunk.rows.length;
    box.current!.scrollTop = tops[index]! + part * heightOf(chunk) - view.height / 2;
  }, [target]);

  const wanted = useMemo(() => find.toLowerCase(), [find]);
  return (
    <ScrollBox className={wrap ? 'output lines wrap' : 'output lines'} label={label} box={box}>
      <div className="lines-all" ref={list} style={{ height: total, '--digits': Math.max(3, digits) } as CSSProperties}>
        {shown.map((chunk, index) => (
          <ChunkView
            key={chunk.first}
            chunk={chunk}
            top={tops[first + index]!}
            find={wanted}
            target={target !== undefined && isIn(chunk, target) ? target : undefined}
          />
        ))}
      </div>
    </ScrollBox>
  );
}

const isIn = ({ first, rows }: Chunk, row: number): boolean => row >= first && row < first + rows.length;

function placeAll(chunks: readonly Chunk[], heightOf: (chunk: Chunk) => number) {
  const tops = new Float64Array(chunks.length);
  let total = 0;
  for (let index = 0; index < chunks.length; index++) {
    tops[index] = total;
    total += heightOf(chunks[index]!);
  }
  return { tops, total };
}

/** The last that begins before a place. */
function lastBefore(tops: Float64Array, place: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tops[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
