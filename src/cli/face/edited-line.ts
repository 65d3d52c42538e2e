import type { Key } from 'ink';

export interface EditedLine {
  readonly text: string;
  /** Characters before the cursor. */
  readonly at: number;
}

export const NO_TEXT: EditedLine = { text: '', at: 0 };

export const lineOf = (text: string): EditedLine => ({ text, at: text.length });

export function editLine(line: EditedLine, input: string, key: Key): EditedLine {
  const { text, at } = line;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const put = (head: string, tail: string): EditedLine => ({ text: head + tail, at: head.length });
  if (key.leftArrow) return put(without(before), before.slice(without(before).length) + after);
  if (key.rightArrow) return put(before + firstOf(after), after.slice(firstOf(after).length));
  if (key.home || (key.ctrl && input === 'a')) return put('', text);
  if (key.end || (key.ctrl && input === 'e')) return put(text, '');
  if (key.backspace || (key.ctrl && input === 'h')) return put(without(before), after);
  if (key.delete) return put(before, after.slice(firstOf(after).length));
  if (key.ctrl && input === 'u') return put('', after);
  if (key.ctrl && input === 'k') return put(before, '');
  if (key.ctrl && input === 'w') return put(before.replace(/\S*\s*$/, ''), after);
  if (key.return && (key.meta || key.shift)) return put(`${before}\n`, after);
  if (key.ctrl || key.meta || key.escape || key.tab || key.return || key.upArrow || key.downArrow) return line;
  return input === '' ? line : put(before + input, after);
}

const firstOf = (text: string): string => [...text][0] ?? '';
const without = (text: string): string => text.slice(0, text.length - ([...text].at(-1)?.length ?? 0));
