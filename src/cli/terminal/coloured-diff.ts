import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** The style of a diff's line; those stand at the margin, and all that a model wrote elsewhere is indented. */
export function diffStyle(line: string): 'red' | 'green' | 'cyan' | undefined {
  if (line.startsWith('+')) return 'green';
  if (line.startsWith('-')) return 'red';
  return line.startsWith('@@') ? 'cyan' : undefined;
}

export function colouredDiff(text: string, output: Writable): string {
  const painted = text.split('\n').map(line => {
    const style = diffStyle(line);
    return style ? styleText(style, line, { stream: output as NodeJS.WritableStream }) : line;
  });
  return painted.join('\n');
}
