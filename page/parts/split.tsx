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

/** Pixels of a window in which a list and its detail hardly fit beside each other. */
export const NARROW = 900;

/** A list, and beside it what was opened of it; on a narrow page instead of it. */
export function Split({ list, detail, back, of, label }: SplitProps) {
  const pane = useRef<HTMLElement>(null);
  const listed = useRef<HTMLDivElement>(null);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    // Where there is no room for both, the link that was followed is gone.
    if (of !== undefined && listed.current?.offsetParent === null) pane.current?.focus();
  }, [of]);
  return (
    <div className={detail === undefined ? 'split' : 'split open'}>
      <div className="split-list" ref={listed}>
        {list}
      </div>
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
