import type { LinePair } from './merge-place.ts';
import { type FileView, type Place, READINGS } from './readings.ts';
import { allIndexesOf, positionAt, type TextLines } from './text-lines.ts';

/** Readings up to this one leave indentation as it is. */
export const SURE_LEVEL = READINGS.findLastIndex(reading => reading.name === 'trailing white space');

/** The places under the first reading that gives any. */
export interface Found {
  readonly reading: string;
  readonly places: readonly Place[];
  readonly pair: LinePair;
  readonly byText: boolean;
  /** The reading's number; below 0 or absent if the text stands there literally. */
  readonly level?: number;
}

/** Every place where the text stands literally, or the first of them. */
export function exactPlaces(file: TextLines, old: string, limit?: number): Place[] {
  return allIndexesOf(file.text, old, limit).map(at => {
    const start = positionAt(file, at);
    const end = positionAt(file, at + old.length);
    return {
      from: start.line,
      to: end.line,
      prefix: file.lines[start.line]!.slice(0, start.column),
      suffix: file.lines[end.line]!.slice(end.column),
    };
  });
}

export function findByReading(view: FileView, pair: LinePair, wholeLines = false): Found | undefined {
  for (const [level, { name, find, byText }] of READINGS.entries()) {
    if (wholeLines && byText) continue;
    const places = find(view, pair.old);
    if (places.length > 0) return { reading: name, places, pair, byText, level };
  }
  return undefined;
}
