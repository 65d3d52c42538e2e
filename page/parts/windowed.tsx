import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ScrollBox } from './scroll-box.tsx';

interface WindowedProps<T extends { readonly id: string }> {
  readonly items: readonly T[];
  /** Pixels; every row has the same. */
  readonly row: number;
  readonly render: (item: T) => ReactNode;
  readonly label: string;
  readonly selected?: string | undefined;
  readonly end?: ReactNode;
  /** Where new rows come: who looks there goes on looking there. Without it that is the top. */
  readonly follow?: number;
  /** Stays above the rows, for the first that is seen. */
  readonly head?: (first: number) => ReactNode;
}

const BEYOND = 8;

/** A list of any length, of which only what can be seen is in the page. */
export function Windowed<T extends { readonly id: string }>(props: WindowedProps<T>) {
  const { items, row, render, label, selected, end, follow, head } = props;
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const first = Math.max(0, Math.floor(view.top / row) - BEYOND);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / row) + BEYOND);
  const newest = Math.max(0, ((follow ?? -1) + 1) * row - view.height);
  const follows = useRef(true);
  /** As drawn last, for what happens between two drawings. */
  const drawn = useRef({ items, newest });
  drawn.current = { items, newest };
  /** Who has scrolled away from the newest keeps looking at the same rows while others come in above. */
  const anchor = useRef<{ id: string; index: number }>(undefined);
  const hold = (element: HTMLElement) => {
    const index = Math.min(drawn.current.items.length - 1, Math.floor(element.scrollTop / row));
    const item = drawn.current.items[index];
    anchor.current = item && { id: item.id, index };
  };

  useEffect(() => {
    const element = box.current!;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const scrolled = () => {
      follows.current = Math.abs(element.scrollTop - drawn.current.newest) < row;
      hold(element);
      look();
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [row]);

  useLayoutEffect(() => {
    const element = box.current!;
    const held = anchor.current;
    if (follow !== undefined && follows.current) element.scrollTop = newest;
    else if (held && (follow !== undefined || element.scrollTop > row)) {
      const now = items.findIndex(({ id }) => id === held.id);
      if (now >= 0 && now !== held.index) element.scrollTop += (now - held.index) * row;
    }
    hold(element);
  }, [items, row, follow, newest]);

  useLayoutEffect(() => {
    const index = items.findIndex(({ id }) => id === selected);
    const element = box.current!;
    if (index < 0) return;
    const above = head === undefined ? 0 : row;
    if (index * row - above < element.scrollTop) element.scrollTop = index * row - above;
    if ((index + 1) * row > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * row - element.clientHeight;
  }, [selected]);

  const goBack = () => {
    follows.current = true;
    box.current!.scrollTop = newest;
  };
  const away = follow !== undefined && Math.abs(view.top - newest) >= row;
  return (
    <div className="windowed-frame">
      <ScrollBox className="windowed" box={box} label={label}>
        {head && <div className="windowed-head">{head(Math.ceil(view.top / row))}</div>}
        <ul style={{ height: items.length * row }}>
          {items.slice(first, last).map((item, index) => (
            <li
              key={item.id}
              aria-setsize={items.length}
              aria-posinset={first + index + 1}
              style={{ top: (first + index) * row, height: row }}
            >
              {render(item)}
            </li>
          ))}
        </ul>
        {end}
      </ScrollBox>
      {away && (
        <button type="button" className="newest" onClick={goBack}>
          {newest > view.top ? '↓' : '↑'} Newest
        </button>
      )}
    </div>
  );
}
