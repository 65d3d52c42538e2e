import { useLayoutEffect, useRef } from 'react';
import { toPlainText } from '../../src/policy/describe.ts';
import { ScrollBox } from './scroll-box.tsx';

/** Colours and cursor moves of a terminal; what else is unseen is shown as a code. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;

/** Text of others as it can be read: nothing in it reverses, hides or draws something else. */
export const readable = (text: string): string => toPlainText(text.replace(ESCAPES, '').replaceAll('\r\n', '\n'));

export function Plain({ text }: { readonly text: string }) {
  return <>{readable(text)}</>;
}

const MOST = 200_000;

interface OutputProps {
  readonly text: string;
  readonly label: string;
  /** It grows at its end. */
  readonly follow?: boolean;
}

/** What a program printed. */
export function Output({ text, label, follow = false }: OutputProps) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // Who looks at the end goes on looking at the end.
  useLayoutEffect(() => {
    const element = box.current;
    if (!follow || !element) return;
    if (atEnd.current) element.scrollTop = element.scrollHeight;
    const look = () => {
      atEnd.current = element.scrollTop + element.clientHeight > element.scrollHeight - 24;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  });
  if (text === '') return null;
  const cut = text.length > MOST;
  return (
    <ScrollBox className="output" label={label} box={box}>
      {cut && <p className="hint">The first {text.length - MOST} characters are left out.</p>}
      <pre>{readable(cut ? text.slice(-MOST) : text)}</pre>
    </ScrollBox>
  );
}

export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Output label={label} text={asJson(value)} />;
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';
