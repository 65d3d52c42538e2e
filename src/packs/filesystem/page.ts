import type { Attachment } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { kindOfBytes, SEEN_IMAGES } from '../text/kind-of-bytes.ts';
import { LINE_LENGTH, lineStarts, numberedLine, shownLine } from '../text/lines.ts';
import { sayCount, sayList, sayNumber, saySize } from '../text/say.ts';
import { estimateTokens } from '../text/tokens.ts';
import type { Source } from './source.ts';
import { encodingName, type FileText, textOf } from './text-of.ts';

/** Below what the pipeline cuts (50 KB, 2,000 lines), with room for notes. */
export const OUTPUT_BYTES = 48_000;
const OUTPUT_LINES = 1_950;
/** Lines of the first page of a file that is over the budget. */
const WINDOW = 500;
/** A default page gives raw text up to this many characters. */
const RAW_LENGTH = 256_000;
/** About what providers take as base64. */
const IMAGE_BYTES = 3_750_000;

/** One page of one file: what is shown, what is said about it, and the raw value. */
export interface Page {
  readonly output: string;
  readonly notes: readonly string[];
  /** For a title: which lines of how many. */
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

export interface PageOptions {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly encoding?: 'utf-8' | 'base64';
  /** Bytes of output for this file. */
  readonly maxBytes: number;
}

/** The page that was asked for, or a first one that fits. Throws `BINARY_FILE` for what is neither text nor an image. */
export function readPage(source: Source, options: PageOptions): Page {
  if (options.encoding === 'base64') return base64Page(source, options);
  const decoded = textOf(source.bytes);
  if (decoded) return textPage(source, decoded, options);
  return imagePage(source, options);
}

function base64Page({ bytes, modified }: Source, { offset, limit }: PageOptions): Page {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const size = bytes.length;
  return {
    output: content,
    notes: offset === undefined && limit === undefined ? [] : ['offset and limit count lines; base64 is given whole.'],
    range: ` (${saySize(size)}, base64)`,
    value: { content, size, modified, encoding: 'base64' },
    metadata: { bytes: size, lines: 0, tokens: estimateTokens(content) },
    attachments: [],
  };
}

function imagePage({ bytes, modified }: Source, { path }: PageOptions): Page {
  const kind = kindOfBytes(bytes);
  const size = bytes.length;
  const label = kind?.label ?? 'unknown kind';
  if (!kind || !SEEN_IMAGES.has(kind.mediaType) || size > IMAGE_BYTES) {
    const why = kind && SEEN_IMAGES.has(kind.mediaType) ? 'is too large an image to be shown' : 'is binary, not text';
    throw new ToolError('BINARY_FILE', `${path} ${why}: ${label}, ${saySize(size)}.`, {
      suggestion: `Its bytes can be had with read_file {"path": ${JSON.stringify(path)}, "encoding": "base64"}.`,
      details: { kind: label, mediaType: kind?.mediaType ?? 'application/octet-stream', size },
    });
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return {
    output: '',
    notes: [`${label}, ${saySize(size)}; the image is attached.`],
    range: ` (${label})`,
    value: { content: '', size, modified, encoding: kind.mediaType },
    metadata: { bytes: size, lines: 0, tokens: 0 },
    attachments: [{ name: path.split('/').at(-1)!, mediaType: kind.mediaType, data }],
  };
}

function textPage({ bytes, modified }: Source, decoded: FileText, options: PageOptions): Page {
  const text = decoded.text.toWellFormed();
  const starts = lineStarts(text);
  const total = starts.length - 1;
  const asked = options.offset ?? 1;
  const first = asked < 0 ? Math.max(1, total + asked + 1) : Math.max(1, asked);
  const shown = showLines(text, { starts, first, options });
  const last = first + shown.lines.length - 1;
  const raw = text.slice(starts[Math.min(first - 1, total)], starts[Math.min(last, total)]);
  const cutRaw = options.limit === undefined && raw.length > RAW_LENGTH;
  const more = last < total;
  const tokens = estimateTokens(text);
  const size = bytes.length;
  return {
    output: shown.lines.join('\n'),
    notes: [
      ...formatNotes(decoded),
      ...(total === 0 ? ['The file is empty.'] : []),
      ...(total > 0 && first > total ? [beyondEnd(asked, total)] : []),
      ...(shown.cut.length > 0 ? [cutLines(shown.cut)] : []),
      ...(more && last >= first
        ? [
            `Lines ${sayNumber(first)}-${sayNumber(last)} of ${sayNumber(total)} (${saySize(size)}, ≈ ${sayNumber(tokens)} tokens). ` +
              `To read on: offset=${last + 1}.`,
          ]
        : []),
    ],
    range:
      first > 1 || more
        ? ` (lines ${first}-${Math.max(last, first - 1)} of ${total})`
        : ` (${sayCount(total, 'line')})`,
    value: {
      content: cutRaw ? shown.lines.map(line => line.slice(7)).join('\n') : raw,
      size,
      modified,
      encoding: decoded.encoding,
      lines: total,
      ...(more ? { next_offset: last + 1 } : {}),
    },
    metadata: { bytes: size, lines: total, tokens },
    attachments: [],
  };
}

interface ShowOptions {
  readonly starts: readonly number[];
  readonly first: number;
  readonly options: PageOptions;
}

/** Numbered lines from `first` on, as many as were asked for and fit; `limit` 0 is not held to the budget. */
function showLines(text: string, { starts, first, options }: ShowOptions): { lines: string[]; cut: number[] } {
  const total = starts.length - 1;
  const { limit, maxBytes } = options;
  const all = limit === 0;
  const most = all ? total : (limit ?? OUTPUT_LINES);
  const lines: string[] = [];
  const cut: number[] = [];
  let size = 0;
  let number = first;
  for (; number <= total && lines.length < most; number++) {
    const line = text.slice(starts[number - 1], starts[number]);
    const shown = numberedLine(number, shownLine(line));
    size += Buffer.byteLength(shown) + 1;
    if (!all && size > maxBytes && lines.length > 0) break;
    if (line.length > LINE_LENGTH + 2) cut.push(number);
    lines.push(shown);
  }
  const overBudget = limit === undefined && number <= total;
  if (!overBudget || lines.length <= WINDOW) return { lines, cut };
  return { lines: lines.slice(0, WINDOW), cut: cut.filter(line => line < first + WINDOW) };
}

function formatNotes(decoded: FileText): string[] {
  const { encoding, bom } = decoded;
  if (encoding === 'utf-8') return [];
  if (encoding === 'utf-8 with damaged bytes')
    return ['Bytes that are no valid UTF-8 are shown as \ufffd; edits keep them.'];
  return [
    `The file is in ${encodingName(decoded)}${encoding === 'windows-1252' || bom ? '; edits and writes keep that' : ''}.`,
  ];
}

const beyondEnd = (offset: number, total: number): string =>
  `offset=${offset} is beyond the end: the file has ${sayCount(total, 'line')}. Its last page: offset=${Math.max(1, total - WINDOW + 1)}.`;

const cutLines = (cut: readonly number[]): string =>
  `Lines over ${sayNumber(LINE_LENGTH)} characters are cut: ${sayList(cut.map(String), 8)}. Use grep for what is in them.`;
