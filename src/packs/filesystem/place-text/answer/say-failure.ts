import { estimateTokenCount } from 'tokenx';
import { ToolError } from '../../../../tool/error.ts';
import type { FileView } from '../file-view.ts';
import { indentOf, isBlank, isTrivial, trimEnd } from '../lines.ts';
import type { Miss } from '../miss.ts';
import { bareText } from '../readings.ts';
import { shorten } from './excerpt.ts';

interface FailedPlace {
  readonly path: string;
  /** The beginning of the message: which edit or hunk it is about. */
  readonly lead: string;
  readonly what: 'old_text' | 'the hunk';
  readonly old: readonly string[];
  readonly rest: readonly string[];
  readonly suggestion: string;
  readonly details: object;
  /** Whether the place was there when the file was read. */
  readonly stale?: boolean;
}

/** The number of lines that are shown, and how much of each. */
interface Room {
  readonly shown: number;
  readonly width: number;
}

const MAX_TOKENS = 380;
const MAX_PLACES = 8;
const MAX_COMPARED = 20_000;

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

type Said = Pick<FailedPlace, 'what' | 'old'> & { region: ReturnType<typeof nearestRegion>; room: Room };

function sayMiss(view: FileView, { kind, lines, reading, message }: Miss, { what, old, region, room }: Said): string {
  const [line = -1] = lines;
  const apart = ['', 'exact', 'line endings'].includes(reading) ? '' : ` apart from ${reading}`;
  if (kind === 'already_applied') return `it is already applied; the file reads so at line ${line + 1}.`;
  if (kind === 'ambiguous' && lines.length === 1)
    return `${what} fits at line ${line + 1}${apart}, and can be read in ways that write different things.\n${numbered(view, line, room)}`;
  if (kind === 'ambiguous') return `${what} fits ${lines.length} places${apart}.\n${sayPlaces(view, lines, room)}`;
  if (kind === 'refused' && line < 0) return `${message}.`;
  if (kind === 'refused')
    return `${what} fits only${apart} at line ${line + 1}, and ${message}.\n${numbered(view, line, room)}`;
  const tried = reading === '' ? '' : ` (tried: ${reading})`;
  if (!region) return `${what} is not in the file${tried}. Nothing in it is like it.`;
  const { from, to, off, start } = region;
  const shown = off < 0 ? from : Math.max(from, start + off - Math.floor(room.shown / 2));
  const nearest = `The nearest lines (· is a space, → a tab):\n${numbered(view, shown, room, to)}`;
  const differs = `First difference: line ${off + 1} of ${what} is «${shorten(showSpace(old[off] ?? ''), room.width)}».`;
  return `${what} is not in the file${tried}. ${nearest}${off < 0 ? '' : `\n${differs}`}`;
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

/** The lines that the old text was probably taken from, its start, and its first line that is off; only to be told. */
function nearestRegion(view: FileView, old: readonly string[]) {
  const start = startByEqualLines(view, old) ?? startBySimilarLine(view, old);
  if (start === undefined) return undefined;
  const { lines } = view.file;
  const [from, to] = [Math.max(0, start), Math.min(lines.length, start + old.length) - 1];
  const off = old.findIndex((line, index) => line !== lines[start + index]);
  return to < from ? undefined : { from, to, start, off: lines[start + off] === undefined ? -1 : off };
}

/** The place where most lines of the old text stand in their order, white space aside. */
function startByEqualLines(view: FileView, old: readonly string[]): number | undefined {
  const votes = new Map<number, number>();
  for (const [index, places] of view.positions(bareText, old).entries()) {
    const weight = isBlank(old[index]!) ? 0 : isTrivial(old[index]!) ? 0.1 : 1;
    for (const at of places) votes.set(at - index, (votes.get(at - index) ?? 0) + weight);
  }
  const [start, most] = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  return most >= 1 ? start : undefined;
}

/** The place of the line that shares most pairs of neighbouring signs with the longest line of the old text. */
function startBySimilarLine(view: FileView, old: readonly string[]): number | undefined {
  const pairsOf = (line: string) => {
    const bare = line.replace(/\s+/g, '');
    const pair = (_: unknown, at: number) => bare.charCodeAt(at) * 65_536 + bare.charCodeAt(at + 1);
    return new Set(Array.from({ length: Math.max(0, bare.length - 1) }, pair));
  };
  const index = old.reduce((best, line, at) => (line.trim().length > old[best]!.trim().length ? at : best), 0);
  const pairs = pairsOf(old[index]!);
  let [start, most]: [number | undefined, number] = [undefined, 0.4];
  for (const [at, line] of view.lines.slice(0, MAX_COMPARED).entries()) {
    // A much shorter line cannot be alike, and comparing long ones takes time.
    if ((2 * line.length) / (pairs.size + line.length) <= most) continue;
    const other = pairsOf(line);
    const shared = [...other].filter(pair => pairs.has(pair)).length;
    const alike = (2 * shared) / Math.max(1, pairs.size + other.size);
    if (alike > most) [start, most] = [at - index, alike];
  }
  return start;
}
