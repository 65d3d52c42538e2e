/** The longest line that is shown whole, in characters. */
export const LINE_LENGTH = 2_000;

/** Offsets where the lines of a text begin, and its end. A line ends with its line feed; an empty text has no line. */
export function lineStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const feed = text.indexOf('\n', at);
    at = feed < 0 ? text.length : feed + 1;
  }
  starts.push(text.length);
  return starts;
}

/** Bytes that are searched together: a longer text is not made in the part of memory that is cleaned cheaply. */
const CHUNK = 16 * 1024;

/** The same offsets, as bytes, of a text in UTF-8. */
export function byteLineStarts(bytes: Buffer): Uint32Array {
  let starts = new Uint32Array(CHUNK + 2);
  let count = 1;
  for (let from = 0; from < bytes.length; from += CHUNK) {
    if (count + CHUNK >= starts.length) {
      const larger = new Uint32Array(2 * starts.length);
      larger.set(starts);
      starts = larger;
    }
    // A search in a string of single bytes is several times faster than one in a buffer.
    const chunk = bytes.toString('latin1', from, Math.min(bytes.length, from + CHUNK));
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) starts[count++] = from + at + 1;
  }
  if (starts[count - 1] !== bytes.length) starts[count++] = bytes.length;
  return starts.slice(0, count);
}

/** The number of lines of a text; a last line without a line feed counts. */
export const countLines = (text: string): number => lineStarts(text).length - 1;

/** A line without its ending, cut when too long. */
export function shownLine(line: string, length = LINE_LENGTH): string {
  const bare = line.replace(/\r?\n$/, '');
  if (bare.length <= length) return bare;
  const cut = isHighSurrogate(bare.charCodeAt(length - 1)) ? length - 1 : length;
  return `${bare.slice(0, cut)} … [+${bare.length - cut} characters]`;
}

/** A line behind its number, six wide, and a tab. */
export const numberedLine = (number: number, line: string): string => `${String(number).padStart(6)}\t${line}`;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
