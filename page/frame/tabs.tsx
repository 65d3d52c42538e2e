import { useRef } from 'react';
import { linkTo } from '../core/route.ts';
import { TABS, type TabId } from '../core/tabs.ts';

interface TabsProps {
  readonly current: TabId;
  readonly waiting: number;
  readonly failed: number;
}

/** Links, so that each can be opened beside the others; arrow keys go from one to the next. */
export function Tabs({ current, waiting, failed }: TabsProps) {
  const list = useRef<HTMLUListElement>(null);
  const counts: Partial<Record<TabId, { count: number; of: string }>> = {
    approvals: { count: waiting, of: 'waiting' },
    failures: { count: failed, of: 'open' },
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    const next = links[(at + step + links.length) % links.length];
    next?.focus();
    next?.click();
  };
  return (
    <nav className="tabs" aria-label="Parts of the console">
      <ul ref={list} onKeyDown={onKeyDown}>
        {TABS.map(({ id, title }, index) => {
          const badge = counts[id];
          return (
            <li key={id}>
              <a
                href={linkTo(id)}
                aria-current={id === current ? 'page' : undefined}
                aria-keyshortcuts={String(index + 1)}
              >
                {title}
                {badge && badge.count > 0 && (
                  <span className={`tab-count ${id}`}>
                    {badge.count}
                    <span className="unseen"> {badge.of}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
