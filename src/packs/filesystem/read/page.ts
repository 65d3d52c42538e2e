import { isTooLarge } from '../../../convert/image/fit-image.ts';
import { kindOfBytes, SEEN_IMAGES } from '../../../text/kind-of-bytes.ts';
import { LINE_LENGTH, numberedLine, shownLine } from '../../../text/lines.ts';
import { sayCount, sayList, sayNumber, saySize } from '../../../text/say.ts';
import { estimateTokens } from '../../../text/tokens.ts';
import type { Attachment } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { hasUnseen, unseenIn } from '../../../tool/text/unseen.ts';
import { linesOf, type PageLines } from './page-lines.ts';
import type { FileSource } from './source.ts';
import { encodingName } from './text-of.ts';

/** The most bytes of output: below the limits of the pipeline (50 KB, 2,000 lines), with room for notes. */
export const OUTPUT_BYTES = 48_000;
const OUTPUT_LINES = 1_950;
/** Lines of the first page of a file that is over the budget. */
const WINDOW = 500;
/** The most characters of raw text that a default page gives. */
const RAW_LENGTH = 256_000;

/** One page of one file: the text that is shown, what is said about it, and the raw value. */
export interface Page {
  readonly output: string;
  readonly notes: readonly string[];
  /** The lines of the page and how many the file has, for a title. */
  readonly range: string;
  readonly value: {
    readonly content: string;
    readonly size: number;
    readonly modified: string;
    readonly encoding?: string;
    readonly lines?: number;
    readonly next_offset?: number;
  };
  readonly metadata: { readonly bytes: number; readonly lines: number; readonly tokens: number };
  readonly attachments: readonly Attachment[];
}

interface PageOptions {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  /** The last line, if it is given instead of a limit. */
  readonly end?: number;
  readonly encoding?: 'utf-8' | 'base64';
  /** The most bytes of output for this file. */
  readonly maxBytes: number;
}

/** The page that was asked for, or a first one that fits. Throws `BINARY_FILE` for a file without text or image. */
export function readPage(source: FileSource, options: PageOptions): Page {
  if (options.encoding === 'base64') return base64Page(source, options);
  const decoded = linesOf(source.bytes);
  if (decoded) return textPage(source, decoded, options);
  return imagePage(source, options);
}

function base64Page({ bytes, modified }: FileSource, { offset, limit, end }: PageOptions): Page {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const size = bytes.length;
  return {
    output: content,
    notes: (offset ?? limit ?? end) === undefined ? [] : ['offset and limit count lines; base64 is given whole.'],
    range: ` (${saySize(size)}, base64)`,
    value: { content, size, modified, encoding: 'base64' },
    metadata: { bytes: size, lines: 0, tokens: estimateTokens(content) },
    attachments: [],
  };
}

function imagePage({ bytes, modified, fitted }: FileSource, { path }: PageOptions): Page {
  const kind = kindOfBytes(bytes);
  const size = bytes.length;
  const { label = 'unknown kind', mediaType = 'application/octet-stream' } = kind ?? {};
  const details = { kind: label, mediaType, size };
  if (!kind || !SEEN_IMAGES.has(mediaType)) {
    const suggestion = `Its bytes can be had with read_file {"path": ${JSON.stringify(path)}, "encoding": "base64"}.`;
    const message = `${path} is binary, not text: ${label}, ${saySize(size)}.`;
    throw new ToolError('BINARY_FILE', message, { suggestion, details });
  }
  if (!fitted && isTooLarge(kind, size)) {
    const suggestion = 'Only PNG and JPEG images are scaled down, up to 40 million pixels. Read a smaller copy of it.';
    const message = `${path} is too large an image to be shown: ${label}, ${saySize(size)}.`;
    throw new ToolError('TOO_LARGE', message, { suggestion, details });
  }
  const data = Buffer.from(fitted?.bytes ?? bytes).toString('base64');
  const scaled = fitted ? `, scaled down to ${fitted.width}x${fitted.height}` : '';
  return {
    output: '',
    notes: [`${label}, ${saySize(size)}; the image is attached${scaled}.`],
    range: ` (${label})`,
    value: { content: '', size, modified, encoding: mediaType },
    metadata: { bytes: size, lines: 0, tokens: 0 },
    attachments: [{ name: path.split('/').at(-1)!, mediaType, data }],
  };
}

/** A note on signs that a reader would not see: the text itself stays as it is, so that it can be edited. */
function unseenNote(raw: string, first: number): string | undefined {
  if (!hasUnseen(raw)) return undefined;
  const lines: string[] = [];
  const kinds = new Set<string>();
  for (const [index, line] of raw.split('\n').entries()) {
    const found = unseenIn(line.replace(/\r$/, ''));
    if (found.length > 0) lines.push(sayNumber(first + index));
    for (const one of found) kinds.add(one);
  }
  const where = lines.length === 1 ? `Line ${lines[0]} holds` : `Lines ${sayList(lines)} hold`;
  return lines.length === 0 ? undefined : `${where} characters that cannot be seen: ${sayList([...kinds])}.`;
}

function textPage({ bytes, modified }: FileSource, decoded: PageLines, options: PageOptions): Page {
  const { total, tokens, encoding } = decoded;
  const asked = options.offset ?? 1;
  const first = Math.max(1, fromStart(asked, total));
  const wanted = wantedLines(options, first, total);
  const { lines, cut } = showLines(decoded, { first, wanted, maxBytes: options.maxBytes });
  const last = first + lines.length - 1;
  const raw = decoded.textOf(Math.min(first - 1, total), Math.min(last, total));
  const cutRaw = wanted === undefined && raw.length > RAW_LENGTH;
  const content = cutRaw ? lines.map(line => line.slice(7)).join('\n') : raw;
  const more = last < total;
  const size = bytes.length;
  const [from, to, of, about] = [first, last, total, tokens].map(sayNumber);
  const notes = [
    formatNote(decoded),
    unseenNote(raw, first),
    total === 0 && 'The file is empty.',
    total > 0 && first > total && beyondEnd(asked, total),
    wanted === 0 && first <= total && `end_line=${options.end} is before line ${first}, the first one.`,
    cut.length > 0 && cutLines(cut),
    more &&
      last >= first &&
      `Lines ${from}-${to} of ${of} (${saySize(size)}, ≈ ${about} tokens). To read on: offset=${last + 1}.`,
  ];
  return {
    output: lines.join('\n'),
    notes: notes.filter(note => typeof note === 'string'),
    range: sayRange({ first, last, total }),
    value: { content, size, modified, encoding, lines: total, ...(more ? { next_offset: last + 1 } : {}) },
    metadata: { bytes: size, lines: total, tokens },
    attachments: [],
  };
}

/** A line counted from the start; a negative number counts from the end. */
const fromStart = (line: number, total: number): number => (line < 0 ? total + line + 1 : line);

/** The number of lines that were asked for: `limit` 0 is all; undefined leaves it to the budget. */
function wantedLines({ limit, end }: PageOptions, first: number, total: number): number | undefined {
  if (end !== undefined) return Math.max(0, fromStart(end, total) - first + 1);
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
}

function sayRange({ first, last, total }: { first: number; last: number; total: number }): string {
  if (first === 1 && last >= total) return ` (${sayCount(total, 'line')})`;
  return last < first ? ` (none of ${sayCount(total, 'line')})` : ` (lines ${first}-${last} of ${total})`;
}

/** Numbered lines from `first` on, as many as were asked for and fit; the budget does not hold where all lines were. */
function showLines(
  { total, textOf }: PageLines,
  { first, wanted, maxBytes }: { first: number; wanted: number | undefined; maxBytes: number },
) {
  const all = wanted === Number.POSITIVE_INFINITY;
  const most = wanted ?? OUTPUT_LINES;
  const lines: string[] = [];
  const cut: number[] = [];
  let [size, number] = [0, first];
  for (; number <= total && lines.length < most; number++) {
    const line = textOf(number - 1, number);
    const shown = numberedLine(number, shownLine(line));
    size += Buffer.byteLength(shown) + 1;
    if (!all && size > maxBytes && lines.length > 0) break;
    if (line.length > LINE_LENGTH + 2) cut.push(number);
    lines.push(shown);
  }
  const overBudget = wanted === undefined && number <= total;
  if (!overBudget || lines.length <= WINDOW) return { lines, cut };
  return { lines: lines.slice(0, WINDOW), cut: cut.filter(line => line < first + WINDOW) };
}

function formatNote(decoded: PageLines): string | undefined {
  const { encoding, bom } = decoded;
  if (encoding === 'utf-8') return undefined;
  if (encoding === 'utf-8 with damaged bytes')
    return 'Bytes that are no valid UTF-8 are shown as \ufffd; edits keep them.';
  const kept = encoding === 'windows-1252' || bom ? '; edits and writes keep that' : '';
  return `The file is in ${encodingName(decoded)}${kept}.`;
}

const beyondEnd = (offset: number, total: number): string =>
  `offset=${offset} is beyond the end: the file has ${sayCount(total, 'line')}. Its last page: offset=${Math.max(1, total - WINDOW + 1)}.`;

const cutLines = (cut: readonly number[]): string =>
  `Lines over ${sayNumber(LINE_LENGTH)} characters are cut: ${sayList(cut.map(String), 8)}. Use grep for what is in them.`;
