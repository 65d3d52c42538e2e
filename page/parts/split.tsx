import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

interface SplitProps {
  readonly list: ReactNode;
  readonly detail: ReactNode | undefined;
  /** Where the way back from the detail leads, on a narrow page. */
  readonly back: string;
  /** What the detail is about; its beginning is shown when that changes. */
  readonly of: string | undefined;
  readonly label: string;
}

/** As in the styles. */
export const NARROW = 900;

/** A list, and beside it what was opened of it; on a narrow page instead of it. */
export function Split({ list, detail, back, of, label }: SplitProps) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    // On a narrow page the link that was followed is gone.
    if (of !== undefined && window.innerWidth < NARROW) pane.current?.focus();
  }, [of]);
  return (
    <div className={detail === undefined ? 'split' : 'split open'}>
      <div className="split-list">{list}</div>
      {detail !== undefined && (
        <section className="split-detail" aria-label={label} ref={pane} tabIndex={-1}>
          <a className="back" href={back}>
            ← Back to the list
          </a>
          <ErrorBoundary of={of ?? ''}>{detail}</ErrorBoundary>
        </section>
      )}
    </div>
  );
}
