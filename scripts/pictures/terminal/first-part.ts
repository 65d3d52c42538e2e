import type { Cell } from './screen.ts';

const isBlank = (line: readonly Cell[]): boolean => line.every(({ text }) => text === ' ');

/** The lines that fit, up to the last gap between two parts; blank ones at both ends are left out. */
export function firstPart(lines: readonly Cell[][], most: number): readonly Cell[][] {
  const begin = lines.findIndex(line => !isBlank(line));
  const end = lines.findLastIndex(line => !isBlank(line)) + 1;
  if (end - begin <= most) return lines.slice(begin, end);
  const gap = lines.slice(0, begin + most + 1).findLastIndex(isBlank);
  return lines.slice(begin, gap > begin ? gap : begin + most);
}
