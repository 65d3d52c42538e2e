import { splitText } from '../place-text/lines.ts';
import { textOf } from '../read/text-of.ts';

/** Whether a file holds just these lines, their endings and white space before these aside. */
export function sameLines(bytes: Uint8Array, expected: readonly string[]): boolean {
  const lines = splitText(textOf(bytes)?.text ?? '\0').lines.map(line => line.trimEnd());
  const held = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return held.length === expected.length && held.every((line, at) => line === expected[at]!.trimEnd());
}
