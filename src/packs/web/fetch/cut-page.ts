import { sayNumber } from '../../../text/say.ts';
import { estimateTokens } from '../../../text/tokens.ts';

/** The most bytes of a page: below the limits of the pipeline (50 KB, 2,000 lines), with room for marks and notes. */
const MOST_BYTES = 45_000;
const MOST_LINES = 1_900;
/** Characters of a page if the call asks for no number: about ten thousand tokens. */
export const USUAL_LENGTH = 40_000;

/** A part of a text; `next` is the character where the next part begins. */
type TextCut = Readonly<{ text: string; total: number; next?: number; notes: readonly string[] }>;

type CutOptions = Readonly<{ offset: number; limit: number }>;

/** A part of a long text from a character on, which ends with a line if there is a line end in it. */
export function cutPage(whole: string, { offset, limit }: CutOptions): TextCut {
  const total = whole.length;
  if (offset > 0 && offset >= total) {
    const note = `offset=${offset} is beyond the end: there are ${sayNumber(total)} characters.`;
    return { text: '', total, notes: [note] };
  }
  const start = isLow(whole, offset) ? offset - 1 : offset;
  const end = endOfPage(whole, start, limit);
  const text = whole.slice(start, end);
  if (start === 0 && end >= total) return { text, total, notes: [] };
  const where = `Characters ${sayNumber(start)}-${sayNumber(end)} of ${sayNumber(total)} (≈ ${sayNumber(estimateTokens(whole))} tokens).`;
  if (end >= total) return { text, total, notes: [`${where} This is the end.`] };
  return { text, total, next: end, notes: [`${where} To read on: the same call with offset=${end}.`] };
}

const isLow = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** The end of a page: never between the halves of a character, and at the end of a line if there is one. */
function endOfPage(whole: string, start: number, limit: number): number {
  const most = Math.min(whole.length, start + limit);
  const asked = fitBytes(whole.slice(start, isLow(whole, most) ? most + 1 : most));
  const text = asked.slice(0, nthLineEnd(asked, MOST_LINES) ?? asked.length);
  if (start + text.length >= whole.length) return whole.length;
  const feed = text.lastIndexOf('\n');
  return start + (feed > text.length * 0.7 ? feed + 1 : text.length);
}

function fitBytes(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= MOST_BYTES) return text;
  // A character that was cut in two at the end is left for the next page.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, MOST_BYTES), { stream: true });
}

function nthLineEnd(text: string, count: number): number | undefined {
  let at = -1;
  for (let line = 0; line < count; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return undefined;
  }
  return at + 1;
}
