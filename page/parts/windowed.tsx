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
}

const BEYOND = 8;

/** A list of any length, of which only what can be seen is in the page. */
export function Windowed<T extends { readonly id: string }>(props: WindowedProps<T>) {
  const { items, row, render, label, selected, end } = props;
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const first = Math.max(0, Math.floor(view.top / row) - BEYOND);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / row) + BEYOND);

  useEffect(() => {
    const element = box.current!;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  // Who has scrolled away from the newest keeps looking at the same rows while others come in above.
  const anchor = useRef<{ id: string; index: number }>(undefined);
  useLayoutEffect(() => {
    const element = box.current!;
    const held = anchor.current;
    if (held && element.scrollTop > row) {
      const now = items.findIndex(({ id }) => id === held.id);
      if (now >= 0 && now !== held.index) element.scrollTop += (now - held.index) * row;
    }
    const index = Math.min(items.length - 1, Math.floor(element.scrollTop / row));
    const item = items[index];
    anchor.current = item && { id: item.id, index };
  }, [items, row]);

  useLayoutEffect(() => {
    const index = items.findIndex(({ id }) => id === selected);
    const element = box.current!;
    if (index < 0) return;
    if (index * row < element.scrollTop) element.scrollTop = index * row;
    if ((index + 1) * row > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * row - element.clientHeight;
  }, [selected]);

  return (
    <ScrollBox className="windowed" box={box} label={label}>
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
  );
}
