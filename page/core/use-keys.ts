import { useLayoutEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, () => void>>;

/** Keys of a tab. They mean nothing while someone types, or with Ctrl, Alt or Meta. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Before anyone sees what the keys are for: a key may follow at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyping(event.target)) {
        // So that the keys can be used again.
        if (event.key === 'Escape') event.target.blur();
        return;
      }
      // A dialog has all keys. It closes on Escape by itself, and so does a menu.
      if (document.querySelector(event.key === 'Escape' ? 'dialog[open], :popover-open' : 'dialog[open]')) return;
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether what is pressed there is text. */
export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target));

const isTextInput = (element: HTMLElement): boolean =>
  element instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(element.type);
