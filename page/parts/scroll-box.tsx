import type { ReactNode, RefObject } from 'react';

interface ScrollBoxProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
  readonly box?: RefObject<HTMLElement | null>;
}

/** A part that scrolls by itself, by keyboard too. */
export function ScrollBox({ className, label, children, box }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the arrow keys cannot reach what is below.
    <section className={className} aria-label={label} tabIndex={0} ref={box}>
      {children}
    </section>
  );
}
