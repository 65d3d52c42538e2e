import { estimateTokenCount } from 'tokenx';
import type { FileView } from '../file-view.ts';
import { isTrivial, showSpace } from '../lines.ts';
import type { Miss } from '../place-lines.ts';
import { shorten } from './excerpt.ts';
import { nearestRegion } from './nearest-region.ts';

/** An edit or a hunk that cannot be made. */
interface FailedPlace {
  /** How the message begins: which edit or hunk it is. */
  readonly lead: string;
  readonly what: 'old_text' | 'the hunk';
  readonly old: readonly string[];
  readonly miss: Miss;
  /** Sentences that follow. */
  readonly rest: readonly string[];
}

const MAX_TOKENS = 380;
const MAX_PLACES = 8;

interface Room {
  readonly shown: number;
  readonly width: number;
}

/** What was tried and what is there instead, with fewer of the nearest lines until the message is short enough to be read. */
export function sayFailure(view: FileView, failure: FailedPlace): string {
  const say = (room: Room) => [`${failure.lead}: ${sayMiss(view, failure, room)}`, ...failure.rest].join('\n');
  const rooms = [
    [8, 100],
    [5, 100],
    [3, 80],
    [1, 60],
  ] as const;
  const messages = rooms.values().map(([shown, width]) => say({ shown, width }));
  return messages.find(message => estimateTokenCount(message) <= MAX_TOKENS) ?? say({ shown: 0, width: 40 });
}

function sayMiss(view: FileView, failure: FailedPlace, room: Room): string {
  const { miss, what } = failure;
  const [line] = 'lines' in miss ? miss.lines.map(each => each + 1) : [];
  const apart =
    'reading' in miss && !['', 'exact', 'line endings'].includes(miss.reading) ? ` apart from ${miss.reading}` : '';
  if (miss.miss === 'applied') return `it is already applied; the file reads so at line ${line}.`;
  if (miss.miss === 'several')
    return `${what} fits ${miss.lines.length} places${apart}.\n${sayPlaces(view, miss.lines, room)}`;
  if (miss.miss === 'none') {
    const tried = miss.tried.length > 0 ? ` (tried: ${miss.tried.join(', ')})` : '';
    return `${what} is not in the file${tried}.${sayNearest(view, failure, room)}`;
  }
  if (line === undefined) return `${miss.why}.`;
  return `${what} fits only${apart} at line ${line}, and ${miss.why}.\n${numbered(view, line - 1, room)}`;
}

/** Each place with the last line above it that says where it is. */
function sayPlaces({ file }: FileView, lines: readonly number[], { width }: Room): string {
  const rows = lines.slice(0, MAX_PLACES).map(line => {
    const above = file.lines.slice(Math.max(0, line - 40), line).findLast(each => !isTrivial(each));
    const after = above === undefined ? '' : ` (after ${shorten(above.trim(), width)})`;
    return `line ${line + 1}: ${shorten(file.lines[line]!.trim(), width)}${after}`;
  });
  return [...rows, ...(lines.length > MAX_PLACES ? [`and ${lines.length - MAX_PLACES} more`] : [])].join('\n');
}

function sayNearest(view: FileView, { old, what }: FailedPlace, room: Room): string {
  const region = nearestRegion(view, old);
  if (!region) return ' Nothing in it is like it.';
  const { difference } = region;
  const start = Math.max(region.from, (difference?.file ?? region.from) - Math.floor(room.shown / 2));
  const first = difference
    ? `\nFirst difference: line ${difference.old + 1} of ${what} is «${shorten(showSpace(old[difference.old]!), room.width)}».`
    : '';
  return ` The nearest lines (· is a space, → a tab):\n${numbered(view, start, room, region.to)}${first}`;
}

function numbered({ file }: FileView, from: number, { shown, width }: Room, to = from + shown - 1): string {
  const lines = file.lines.slice(from, Math.min(to + 1, from + shown));
  return lines.map((line, at) => `${String(from + at + 1).padStart(6)}\t${shorten(showSpace(line), width)}`).join('\n');
}
