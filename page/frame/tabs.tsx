import {
  Activity,
  Bot,
  FileDiff,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestionMark,
  ShieldCheck,
  SquareTerminal,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { linkTo } from '../core/route.ts';
import { TABS, type TabId } from '../core/tabs.ts';

const ICONS: Readonly<Record<TabId, LucideIcon>> = {
  live: Activity,
  approvals: MessageCircleQuestionMark,
  changes: FileDiff,
  tasks: ListTodo,
  agents: Bot,
  jobs: SquareTerminal,
  failures: TriangleAlert,
  tools: Wrench,
  policy: ShieldCheck,
};
/** What people look at all day, the work behind it, and what holds. */
const BEGINS: readonly TabId[] = ['tasks', 'tools'];
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

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
  // On a narrow page they are one line, which scrolls.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = STEPS[event.key] ?? 0;
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
          const Icon = ICONS[id];
          return (
            <li key={id} className={BEGINS.includes(id) ? 'begins' : undefined}>
              <a
                href={linkTo(id)}
                aria-current={id === current ? 'page' : undefined}
                aria-keyshortcuts={String(index + 1)}
              >
                <Icon className="icon" aria-hidden="true" />
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
