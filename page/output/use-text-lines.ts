import { useRef } from 'react';
import { createLines, type Lines } from './lines.ts';

/** A text as lines; what is added at its end is added to them. */
export function useTextLines(text: string): Lines {
  const held = useRef<{ text: string; lines: Lines }>(undefined);
  if (held.current?.text !== text) {
    const before = held.current;
    const grown = before !== undefined && text.startsWith(before.text);
    const lines = grown ? before.lines : createLines();
    lines.append(grown ? text.slice(before.text.length) : text);
    held.current = { text, lines };
  }
  return held.current!.lines;
}
