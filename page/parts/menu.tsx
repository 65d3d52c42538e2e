import { type ReactNode, useId, useRef } from 'react';

interface MenuProps {
  readonly label: string;
  /** What the button shows. */
  readonly button: ReactNode;
  /** Gets a way to close the menu. */
  readonly children: (close: () => void) => ReactNode;
}

const GAP = 6;

/** A button and what it opens. The browser closes it again: with Escape, or where someone clicks elsewhere. */
export function Menu({ label, button, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const place = () => {
    const at = opener.current!.getBoundingClientRect();
    box.current!.style.top = `${at.bottom + GAP}px`;
    box.current!.style.right = `${Math.max(GAP, window.innerWidth - at.right)}px`;
  };
  return (
    <>
      <button type="button" className="bare" ref={opener} popoverTarget={id} aria-haspopup="dialog">
        {button} <span className="unseen">{label}</span>
      </button>
      <div
        className="menu"
        id={id}
        ref={box}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={place}
        // Keys of the page mean nothing to who is in here.
        onKeyDown={event => event.stopPropagation()}
      >
        {children(() => box.current?.hidePopover())}
      </div>
    </>
  );
}
