export type OutputLimits = { readonly bytes: number; readonly lines: number };

export interface CappedOutput {
  readonly text: string;
  /** Whether the whole text is longer than this and must be kept aside. */
  readonly cut: boolean;
}

/**
 * Cuts a long text to head and tail, and says how to page the rest. Surrogate pairs and lines stay whole. The lines of
 * a `condensed` text have other numbers than in the whole, which is kept.
 */
export function capOutput(text: string, limits: OutputLimits, callID: string, condensed = false): CappedOutput {
  if (text.length * 3 <= limits.bytes && text.length <= limits.lines) return { text, cut: false };
  const bytes = Buffer.byteLength(text);
  const lines = countOutputLines(text);
  if (bytes <= limits.bytes && lines <= limits.lines) return { text, cut: false };
  const head = takeHead(text, Math.floor(limits.bytes * 0.6), Math.max(1, Math.floor(limits.lines * 0.6)));
  const tail = takeTail(text, Math.floor(limits.bytes * 0.3), Math.max(1, Math.floor(limits.lines * 0.3)));
  const shown = countOutputLines(head);
  const note = [
    `[… cut here: the ${condensed ? 'condensed' : 'whole'} output has ${lines} lines, ${bytes} bytes; the last ${countOutputLines(tail)} lines follow.`,
    `Read the rest with read_file path="output:${callID}"${condensed ? '' : ` offset=${shown + 1}`}]`,
  ].join(' ');
  return { text: `${head}\n${note}\n${tail}`, cut: true };
}

export function countOutputLines(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function takeHead(text: string, bytes: number, lines: number): string {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', end);
    if (next === -1) {
      end = text.length;
      break;
    }
    end = next + 1;
  }
  return cutToBytes(text.slice(0, end), bytes, 'head').replace(/\n$/, '');
}

function takeTail(text: string, bytes: number, lines: number): string {
  let start = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let line = 0; line < lines && start > 0; line++) start = text.lastIndexOf('\n', start - 1);
  return cutToBytes(text.slice(start + 1), bytes, 'tail');
}

/** Cuts a text to so many bytes, preferring whole lines, never half a character. */
function cutToBytes(text: string, bytes: number, keep: 'head' | 'tail'): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  if (keep === 'head') {
    let end = bytes;
    while (end > 0 && (all[end]! & 0xc0) === 0x80) end--;
    const cut = all.toString('utf8', 0, end);
    const line = cut.lastIndexOf('\n');
    return line > cut.length / 2 ? cut.slice(0, line) : cut;
  }
  let start = all.length - bytes;
  while (start < all.length && (all[start]! & 0xc0) === 0x80) start++;
  const cut = all.toString('utf8', start);
  const line = cut.indexOf('\n');
  return line !== -1 && line < cut.length / 2 ? cut.slice(line + 1) : cut;
}
