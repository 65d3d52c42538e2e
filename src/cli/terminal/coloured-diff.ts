import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** Text with its diffs in colour: their lines stand at the margin, and all that a model wrote elsewhere is indented. */
export function colouredDiff(text: string, output: Writable): string {
  const paint = (style: 'red' | 'green' | 'cyan', line: string) =>
    styleText(style, line, { stream: output as NodeJS.WritableStream });
  return text
    .split('\n')
    .map(line => {
      if (line.startsWith('+')) return paint('green', line);
      if (line.startsWith('-')) return paint('red', line);
      return line.startsWith('@@') ? paint('cyan', line) : line;
    })
    .join('\n');
}
