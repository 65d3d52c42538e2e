import { cutLine } from '../terminal/fit-lines.ts';

/** The columns of the terminal that results are printed on; undefined where they go elsewhere, and are not cut. */
export const resultColumns = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns || 80 : undefined;

export function cutToTerminal(text: string): string {
  const columns = resultColumns();
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map(line => cutLine(line, columns))
    .join('\n');
}
