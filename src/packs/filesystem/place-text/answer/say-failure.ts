import { estimateTokenCount } from 'tokenx';
import { ToolError } from '../../../../tool/error.ts';
import type { FileView } from '../file-view.ts';
import { indentOf, isTrivial, trimEnd } from '../lines.ts';
import type { Miss } from '../placed.ts';
import { shorten } from './excerpt.ts';
import { type NearestRegion, nearestRegion } from './nearest-region.ts';

/** An edit or a hunk that cannot be made. */
interface FailedPlace {
  readonly path: string;
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

/** How many lines are shown, and how much of each. */
interface Room {
  readonly shown: number;
  readonly width: number;
}

/** The error for a place that is not there or is in doubt: what was tried, what is there instead, what to send. */
export function failedPlace(
  view: FileView,
  failed: FailedPlace,
  { suggestion, details, stale = false }: { suggestion: string; details: object; stale?: boolean },
): ToolError {
  const { path, lead, miss, rest } = failed;
  const region = miss.miss === 'not_found' ? nearestRegion(view, failed.old) : undefined;
  const say = (shown: number, width: number) =>
    [`${lead}: ${sayMiss(view, { ...failed, region }, { shown, width })}`, ...rest].join('\n');
  // Fewer of the nearest lines, until the message is short enough to be read.
  const messages = [8, 5, 3, 1].values().map(shown => say(shown, 50 + shown * 10));
  const message = messages.find(each => estimateTokenCount(each) <= MAX_TOKENS) ?? say(0, 40);
  const lines = 'lines' in miss ? miss.lines.map(line => line + 1) : undefined;
  const nearest = region && { from: region.from + 1, to: region.to + 1 };
  const code = stale ? 'STALE_FILE' : miss.miss === 'ambiguous' ? 'EDIT_AMBIGUOUS' : 'EDIT_NOT_FOUND';
  return new ToolError(code, message, { suggestion, details: { path, ...details, lines, nearest } });
}

function sayMiss(view: FileView, failure: FailedPlace & { region: NearestRegion | undefined }, room: Room): string {
  const { miss, what, old, region } = failure;
  const [line] = 'lines' in miss ? miss.lines.map(each => each + 1) : [];
  const reading = 'reading' in miss && !['', 'exact', 'line endings'].includes(miss.reading) ? miss.reading : '';
  const apart = reading && ` apart from ${reading}`;
  if (miss.miss === 'already_applied') return `it is already applied; the file reads so at line ${line}.`;
  if (miss.miss === 'ambiguous')
    return `${what} fits ${miss.lines.length} places${apart}.\n${sayPlaces(view, miss.lines, room)}`;
  if (miss.miss === 'refused')
    return line === undefined
      ? `${miss.why}.`
      : `${what} fits only${apart} at line ${line}, and ${miss.why}.\n${numbered(view, line - 1, room)}`;
  const tried = miss.tried.length > 0 ? ` (tried: ${miss.tried.join(', ')})` : '';
  if (!region) return `${what} is not in the file${tried}. Nothing in it is like it.`;
  const { difference } = region;
  const start = Math.max(region.from, (difference?.file ?? region.from) - Math.floor(room.shown / 2));
  const first = difference
    ? `\nFirst difference: line ${difference.old + 1} of ${what} is «${shorten(showSpace(old[difference.old]!), room.width)}».`
    : '';
  return `${what} is not in the file${tried}. The nearest lines (· is a space, → a tab):\n${numbered(view, start, room, region.to)}${first}`;
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

function numbered({ file }: FileView, from: number, { shown, width }: Room, to = from + shown - 1): string {
  const lines = file.lines.slice(from, Math.min(to + 1, from + shown));
  return lines.map((line, at) => `${String(from + at + 1).padStart(6)}\t${shorten(showSpace(line), width)}`).join('\n');
}

/** White space at either end made visible: `·` a space, `→` a tab. */
function showSpace(line: string): string {
  const mark = (space: string) => space.replaceAll('\t', '→').replace(/[ \f\v]/g, '·');
  const end = trimEnd(line).length;
  const indent = end === 0 ? '' : indentOf(line);
  return mark(indent) + line.slice(indent.length, end) + mark(line.slice(end));
}
