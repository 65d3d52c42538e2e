import { estimateTokenCount } from 'tokenx';
import { ToolError } from '../../../../tool/error.ts';
import type { Edit, EditStatus } from '../edit.ts';
import type { FileView } from '../lines/file-view.ts';
import { isTrivial } from '../lines/similarity.ts';
import { splitFor } from '../lines/text-lines.ts';
import { showSpace } from '../lines/white-space.ts';
import type { Miss } from '../placed.ts';
import { shorten } from './excerpt.ts';
import { nearestRegion } from './nearest-region.ts';

const MAX_TOKENS = 380;
const MAX_PLACES = 8;
const WIDTH = 100;

/** An edit that cannot be made, and why. */
export interface FailedEdit {
  readonly number: number;
  readonly edit: Edit;
  readonly miss: Miss;
}

export interface Explanation {
  readonly path: string;
  readonly failed: FailedEdit;
  readonly statuses: readonly EditStatus[];
  /** Lines, counted from 1, that changed since the model read the file and so may be why. */
  readonly changed?: readonly number[];
}

/** The error for edits of which one cannot be made: what was tried, what is there instead, what to send. */
export function explainMiss(view: FileView, explanation: Explanation): ToolError {
  const { path, failed, statuses, changed } = explanation;
  const region =
    failed.miss.miss === 'none' ? nearestRegion(view, splitFor(view.file, failed.edit.old_text)) : undefined;
  const code = changed ? 'STALE_FILE' : codeOf(failed.miss);
  return new ToolError(code, fitMessage(view, explanation), {
    suggestion: suggestionFor(failed.miss, path),
    details: {
      path,
      edit: failed.number,
      statuses,
      ...('lines' in failed.miss ? { lines: failed.miss.lines.map(line => line + 1) } : {}),
      ...(region ? { nearest: { from: region.from + 1, to: region.to + 1 } } : {}),
      ...(failed.miss.miss === 'applied' ? { alreadyApplied: true, lines: [failed.miss.line + 1] } : {}),
      ...(changed ? { changedLines: changed } : {}),
    },
  });
}

function codeOf({ miss }: Miss): 'EDIT_AMBIGUOUS' | 'EDIT_NOT_FOUND' {
  return miss === 'several' || miss === 'disagreement' ? 'EDIT_AMBIGUOUS' : 'EDIT_NOT_FOUND';
}

/** Shows fewer of the nearest lines until the message is short enough to be read. */
function fitMessage(view: FileView, explanation: Explanation): string {
  for (const [shown, width] of [
    [8, WIDTH],
    [5, WIDTH],
    [3, 80],
    [1, 60],
    [0, 40],
  ] as const) {
    const message = sayAll(view, explanation, { shown, width });
    if (shown === 0 || estimateTokenCount(message) <= MAX_TOKENS) return message;
  }
  return '';
}

interface Room {
  readonly shown: number;
  readonly width: number;
}

function sayAll(view: FileView, { path, failed, statuses, changed }: Explanation, room: Room): string {
  const which = statuses.length > 1 ? `Edit ${failed.number} of ${statuses.length}` : 'The edit';
  const others = statuses.filter(status => status.edit !== failed.number);
  const rest = others.length > 0 ? [`The others: ${others.map(sayStatus).slice(0, 8).join(', ')}.`] : [];
  const stale = changed ? [`The file changed since it was read, at ${sayLines(changed)}.`] : [];
  return [
    `${which} was not made in ${shorten(path, 120)}: ${sayMiss(view, failed, room)}`,
    ...stale,
    ...rest,
    'Nothing was changed.',
  ].join('\n');
}

function sayStatus({ edit, status }: EditStatus): string {
  return `${edit} ${status.replace('_', ' ')}`;
}

function sayLines(lines: readonly number[]): string {
  const shown = lines.slice(0, 12).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > 12 ? ` and ${lines.length - 12} more` : ''}`;
}

function sayMiss(view: FileView, { edit, miss }: FailedEdit, room: Room): string {
  if (miss.miss === 'applied') return `it is already applied; the file reads like new_text at line ${miss.line + 1}.`;
  if (miss.miss === 'several') {
    return `old_text fits ${miss.lines.length} places${sayReading(miss.reading)}.\n${sayPlaces(view, miss.lines, room)}`;
  }
  if (miss.miss === 'disagreement') {
    return `old_text can be read in ways that write different things (${miss.readings.join('; ')}).\n${sayPlaces(view, miss.lines, room)}`;
  }
  if (miss.miss === 'elsewhere') return `it fits only at line ${miss.line + 1}, which is ${miss.why}.`;
  if (miss.miss === 'refused') {
    const at = miss.lines.length > 0 ? ` at line ${miss.lines[0]! + 1}` : '';
    const nearby = miss.lines.length > 0 ? `\n${numbered(view, miss.lines[0]!, room)}` : '';
    return `old_text fits only${sayReading(miss.reading)}${at}, and ${miss.why}.${nearby}`;
  }
  return `old_text is not in the file (tried: ${miss.tried.join(', ')}).${sayNearest(view, edit.old_text, room)}`;
}

function sayReading(reading: string): string {
  return reading === 'exact' ? '' : ` apart from ${reading}`;
}

/** Each place with the last line above it that says where it is. */
function sayPlaces(view: FileView, lines: readonly number[], { width }: Room): string {
  const rows = lines.slice(0, MAX_PLACES).map(line => {
    const above = view.file.lines.slice(Math.max(0, line - 40), line).findLast(each => !isTrivial(each));
    const after = above === undefined ? '' : ` (after ${shorten(above.trim(), width)})`;
    return `line ${line + 1}: ${shorten(view.file.lines[line]!.trim(), width)}${after}`;
  });
  return [...rows, ...(lines.length > MAX_PLACES ? [`and ${lines.length - MAX_PLACES} more`] : [])].join('\n');
}

function sayNearest(view: FileView, oldText: string, room: Room): string {
  const old = splitFor(view.file, oldText);
  const region = nearestRegion(view, old);
  if (!region) return ' Nothing in it is like it.';
  const { difference } = region;
  const start = Math.max(region.from, (difference?.file ?? region.from) - Math.floor(room.shown / 2));
  const first = difference
    ? `\nFirst difference: line ${difference.old + 1} of old_text is «${shorten(showSpace(old[difference.old]!), room.width)}».`
    : '';
  return ` The nearest lines (· is a space, → a tab):\n${numbered(view, start, room, region.to)}${first}`;
}

function numbered(view: FileView, from: number, { shown, width }: Room, to = from + shown - 1): string {
  const lines = view.file.lines.slice(from, Math.min(to + 1, from + shown));
  return lines
    .map((line, index) => `${String(from + index + 1).padStart(6)}\t${shorten(showSpace(line), width)}`)
    .join('\n');
}

function suggestionFor(miss: Miss, path: string): string {
  if (miss.miss === 'applied') return 'Go on; nothing is left to do here.';
  if (miss.miss === 'several')
    return 'Add lines above or below to old_text and new_text until one place fits, or set replace_all.';
  const offset = 'lines' in miss && miss.lines.length > 0 ? `, offset ${Math.max(1, miss.lines[0]! - 4)}` : '';
  return `Send old_text exactly as the file has it (read_file ${path}${offset}), and new_text as it should be.`;
}
