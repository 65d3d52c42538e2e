import type { HtmlFormat } from '../../../convert/html/convert-html.ts';
import { stripTags } from '../../../convert/html/strip-tags.ts';
import { isTooLarge } from '../../../convert/image/fit-image.ts';
import { convert } from '../../../convert/thread/thread.ts';
import { kindOfBytes } from '../../../text/kind-of-bytes.ts';
import { sayCount, saySize } from '../../../text/say.ts';
import type { Attachment } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { cleanLine, cleanText } from '../clean-text.ts';
import { type BodyContent, looksLikeJson } from './body-kind.ts';

export interface PageInput {
  readonly bytes: Uint8Array;
  /** Whether only the beginning of the body came. */
  readonly cut: boolean;
  readonly body: BodyContent;
  readonly url: string;
  readonly format: HtmlFormat | 'raw';
  readonly signal: AbortSignal;
  /** Milliseconds for the conversion of a page; default ten seconds. */
  readonly patience?: number;
}

/** The text that there is to read, before it is cut into pages. */
export interface MadePage {
  readonly title?: string;
  readonly text: string;
  readonly notes: readonly string[];
  readonly attachments: readonly Attachment[];
}

/** The most characters of HTML that are converted. */
const MOST_HTML = 4_000_000;
const MOST_PRETTY = 2_000_000;
/** Milliseconds for the conversion of HTML. */
const HTML_TIME = 10_000;
const EXTRACTION_TIME = 3_000;
const PDF_TIME = 20_000;
const IMAGE_TIME = 15_000;

const only = (text: string, ...notes: readonly string[]): MadePage => ({ text, notes, attachments: [] });

export async function makePage(source: PageInput): Promise<MadePage> {
  const { body, format, bytes } = source;
  if (bytes.length === 0) return only('', 'The body is empty.');
  if (body.kind === 'html' && format !== 'raw') return htmlPage(source, body.text, format);
  if (body.kind === 'json' && format !== 'raw') return only(cleanText(prettier(body.text)));
  if ('text' in body) return only(cleanText(body.text));
  if (body.kind === 'image') return imagePage(source, body.label);
  if (body.kind === 'pdf') return pdfPage(source);
  return only('', `It is ${body.label}, ${saySize(bytes.length)}, and no text: it is not shown.`);
}

const prettier = (text: string): string =>
  text.length <= MOST_PRETTY && looksLikeJson(text) ? prettyJson(text) : text;

async function htmlPage(source: PageInput, whole: string, format: HtmlFormat): Promise<MadePage> {
  const { url, signal, patience = HTML_TIME } = source;
  const html = whole.slice(0, MOST_HTML);
  const cut = html.length < whole.length ? ['The page is very long; only its beginning was converted.'] : [];
  const job = { html, url, format };
  try {
    const simple = await convert('html', { ...job, simply: true }, { time: patience, signal });
    // The full conversion is better, if it ends in time; some pages take it minutes.
    const made = await convert('html', job, { time: EXTRACTION_TIME, signal }).catch(() => simple);
    signal.throwIfAborted();
    const title = cleanLine(made.title, 200);
    const text = withTitle(cleanText(made.text), title, format);
    const few = made.words < 20 && html.length > 300 && /<script[\s>]/i.test(html);
    return { title, text, notes: [...cut, ...(few ? [FEW_WORDS] : [])], attachments: [] };
  } catch {
    signal.throwIfAborted();
    const why = 'The page could not be taken apart; this is its text without tags.';
    return only(cleanText(stripTags(html)), ...cut, why);
  }
}

const FEW_WORDS =
  'The page has hardly any text of its own; scripts may build it in a browser. Look for an API or a plain version of it.';

/** Whether a text has a title. A line of code may begin with the same sign. */
function hasTitle(text: string): boolean {
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [ticks] = /(?<=^ *)`{3,}/.exec(line.slice(0, 200)) ?? [];
    if (fence === undefined) fence = ticks;
    else if (line.trim() === fence) fence = undefined;
    if (fence === undefined && line.startsWith('# ')) return true;
  }
  return false;
}

function withTitle(text: string, title: string, format: HtmlFormat): string {
  if (title === '' || format === 'html' || hasTitle(text)) return text;
  return format === 'text' ? `${title}\n\n${text}` : `# ${title}\n\n${text}`;
}

function tooLarge(label: string, size: number): ToolError {
  return new ToolError('TOO_LARGE', `${label}: more than ${saySize(size)} came, and only the whole of it can be read`, {
    suggestion: 'Look for a smaller version of it.',
  });
}

async function pdfPage({ bytes, cut, signal }: PageInput): Promise<MadePage> {
  if (cut) throw tooLarge('PDF document', bytes.length);
  try {
    const { text, pages, read } = await convert('pdf', new Uint8Array(bytes), { time: PDF_TIME, signal });
    const notes = [
      `PDF, ${sayCount(pages, 'page')}${read < pages ? `; the text of the first ${read} is here` : ''}.`,
      ...(text === '' ? ['It holds no text: its pages are pictures.'] : []),
    ];
    return only(cleanText(text), ...notes);
  } catch (error) {
    signal.throwIfAborted();
    const why =
      error instanceof Error && /password/i.test(error.message) ? 'it is encrypted' : 'it could not be taken apart';
    return only('', `PDF document, ${saySize(bytes.length)}; its text cannot be read: ${why}.`);
  }
}

async function imagePage({ bytes, cut, url, signal }: PageInput, label: string): Promise<MadePage> {
  if (cut) throw tooLarge(label, bytes.length);
  const kind = kindOfBytes(bytes)!;
  const large = isTooLarge(kind, bytes.length);
  const fitted = large ? await convert('image', bytes, { time: IMAGE_TIME, signal }).catch(() => undefined) : undefined;
  signal.throwIfAborted();
  if (large && !fitted) return only('', `${label}, ${saySize(bytes.length)}: it is too large to be shown.`);
  const how = fitted ? `it is attached, scaled down to ${fitted.width}x${fitted.height}` : 'it is attached';
  const data = Buffer.from(fitted?.bytes ?? bytes).toString('base64');
  const attachments = [{ name: nameIn(url), mediaType: kind.mediaType, data }];
  return { text: '', notes: [`${label}, ${saySize(bytes.length)}; ${how}.`], attachments };
}

const nameIn = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return last.replace(/[^\w.-]/g, '_').slice(0, 80) || 'image';
};

/** The deepest nesting that gets line breaks; a deeper text stays as it is. */
const DEEPEST = 200;

/**
 * JSON with line breaks, by its text alone: numbers, names that stand twice and escapes stay as they came. A text that
 * has line breaks already stays as it is.
 */
export function prettyJson(text: string): string {
  if (/\n\s+\S/.test(text)) return text;
  const parts: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
  let depth = 0;
  let before = '';
  for (const [piece] of text.matchAll(token)) {
    const opens = before === '{' || before === '[';
    const closes = piece === '}' || piece === ']';
    if (closes) depth--;
    if (closes ? !opens : opens || before === ',') parts.push('\n', '  '.repeat(Math.max(0, depth)));
    parts.push(piece === ':' ? ': ' : piece);
    if (piece === '{' || piece === '[') depth++;
    if (depth > DEEPEST) return text;
    before = piece;
  }
  return parts.join('');
}
