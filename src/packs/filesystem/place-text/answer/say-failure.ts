import { estimateTokenCount } from 'tokenx';
import { ToolError } from '../../../../tool/error.ts';
import type { FileView } from '../file-view.ts';
import { indentOf, isTrivial, trimEnd } from '../lines.ts';
import type { Miss } from '../miss.ts';
import { shorten } from './excerpt.ts';
import { type NearestRegion, nearestRegion } from './nearest-region.ts';

/** An edit or a hunk that cannot be made. */
interface FailedPlace {
  readonly path: string;
  /** The beginning of the message: which edit or hunk it is about. */
  readonly lead: string;
  readonly what: 'old_text' | 'the hunk';
  readonly old: readonly string[];
  /** The sentences that follow. */
  readonly rest: readonly string[];
  readonly suggestion: string;
  readonly details: object;
  /** Whether the place was there when the file was read. */
  readonly stale?: boolean;
}

const MAX_TOKENS = 380;
const MAX_PLACES = 8;

/** The number of lines that are shown, and how much of each. */
interface Room {
  readonly shown: number;
  readonly width: number;
}

/** The error for a place that is missing or in doubt: what was tried, what is there instead, what to send. */
export function failedPlace(view: FileView, miss: Miss, failed: FailedPlace): ToolError {
  const { path, lead, rest, suggestion, stale = false } = failed;
  const region = miss.kind === 'not_found' ? nearestRegion(view, failed.old) : undefined;
  const say = (shown: number, width: number) =>
    [`${lead}: ${sayMiss(view, miss, { ...failed, region, room: { shown, width } })}`, ...rest].join('\n');
  // The messages show fewer and fewer of the nearest lines, until one is short enough to be read.
  const messages = [8, 5, 3, 1].values().map(shown => say(shown, 50 + shown * 10));
  const message = messages.find(each => estimateTokenCount(each) <= MAX_TOKENS) ?? say(0, 40);
  const lines = miss.kind === 'not_found' ? undefined : miss.lines.map(line => line + 1);
  const nearest = region && { from: region.from + 1, to: region.to + 1 };
  const code = stale ? 'STALE_FILE' : miss.kind === 'ambiguous' ? 'EDIT_AMBIGUOUS' : 'EDIT_NOT_FOUND';
  return new ToolError(code, message, { suggestion, details: { path, ...failed.details, lines, nearest } });
}

type Said = Pick<FailedPlace, 'what' | 'old'> & { region: NearestRegion | undefined; room: Room };

function sayMiss(view: FileView, { kind, lines, reading, message }: Miss, { what, old, region, room }: Said): string {
  const [line = -1] = lines;
  const apart = ['', 'exact', 'line endings'].includes(reading) ? '' : ` apart from ${reading}`;
  if (kind === 'already_applied') return `it is already applied; the file reads so at line ${line + 1}.`;
  if (kind === 'ambiguous' && lines.length === 1)
    return `${what} fits at line ${line + 1}${apart}, and can be read in ways that write different things.\n${numbered(view, line, room)}`;
  if (kind === 'ambiguous') return `${what} fits ${lines.length} places${apart}.\n${sayPlaces(view, lines, room)}`;
  if (kind === 'refused')
    return line < 0
      ? `${message}.`
      : `${what} fits only${apart} at line ${line + 1}, and ${message}.\n${numbered(view, line, room)}`;
  const tried = reading === '' ? '' : ` (tried: ${reading})`;
  if (!region) return `${what} is not in the file${tried}. Nothing in it is like it.`;
  const { difference } = region;
  const start = Math.max(region.from, (difference?.file ?? region.from) - Math.floor(room.shown / 2));
  const first = difference
    ? `\nFirst difference: line ${difference.old + 1} of ${what} is «${shorten(showSpace(old[difference.old]!), room.width)}».`
    : '';
  return `${what} is not in the file${tried}. The nearest lines (· is a space, → a tab):\n${numbered(view, start, room, region.to)}${first}`;
}

/** The places, each with the last line above it that says where it is. */
function sayPlaces({ file }: FileView, lines: readonly number[], { width }: Room): string {
  const rows = lines.slice(0, MAX_PLACES).map(line => {
    const above = file.lines.slice(Math.max(0, line - 40), line).findLast(each => !isTrivial(each));
    const after = above === undefined ? '' : ` (after ${shorten(above.trim(), width)})`;
    return `line ${line + 1}: ${shorten(file.lines[line]!.trim(), width)}${after}`;
  });
  return [...rows, ...(lines.length > MAX_PLACES ? [`and ${lines.length - MAX_PLACES} more`] : [])].join('\n');
}

function numbered({ file }: FileView, from: number, { shown, width }: Room, to = from + shown - 1): string {
  const lines = file.lines.slice(from, Math.min(to + 1, from + shown));
  return lines.map((line, at) => `${String(from + at + 1).padStart(6)}\t${shorten(showSpace(line), width)}`).join('\n');
}

/** A line with the white space at either end made visible: `·` a space, `→` a tab. */
function showSpace(line: string): string {
  const mark = (space: string) => space.replaceAll('\t', '→').replace(/[ \f\v]/g, '·');
  const end = trimEnd(line).length;
  const indent = end === 0 ? '' : indentOf(line);
  return mark(indent) + line.slice(indent.length, end) + mark(line.slice(end));
}
