import { ReadStop, type SourceText } from './source.ts';

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** Escapes of patterns and paths (`\d`), which stand for themselves: no notation has them, nor Python, nor a shell. */
const THEMSELVES = /[A-MO-TV-Zc-eg-mo-qswyz.()[\]{}*+?^|]/;

const RUN = /[^"'\\\u0000-\u001f]+/y;

/** Reads a text in quotes. Loosely: in single quotes too, and with line breaks as they are. */
export function readQuoted(source: SourceText): string {
  const { text, loose } = source;
  const quote = text[source.at++]!;
  const start = source.at;
  let out = '';
  let kept = false;
  for (;;) {
    const char = text[source.at];
    if (char === undefined) throw new ReadStop(text.length, 'the end of the text in quotes');
    if (char === quote) break;
    if (char < ' ' && !loose) throw new ReadStop(source.at, 'an escaped control character (\\n for a new line)');
    RUN.lastIndex = source.at;
    const run = RUN.exec(text)?.[0];
    source.at += run?.length ?? 1;
    const escaped = run === undefined && char === '\\' ? readEscape(source, quote) : undefined;
    kept ||= escaped?.length === 2;
    out += run ?? escaped ?? char;
  }
  // An author who wrote `\d` for itself may have meant `\n` so too: `C:\dir\new` has no new line in it.
  if (kept && /\\[\\bfnrtux]/.test(text.slice(start, source.at))) throw new ReadStop(start, 'each backslash escaped');
  source.at++;
  return out;
}

function readEscape(source: SourceText, quote: string): string {
  const char = source.text[source.at++];
  if (char === undefined) throw new ReadStop(source.text.length, 'the rest of the escape');
  if (char === 'u') return readCode(source, 4);
  if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char]!;
  if (char === '/' && quote === '"') return '/';
  if (!source.loose) throw new ReadStop(source.at - 1, 'a known escape');
  if (char === "'") return "'";
  if (char === 'x' && quote === "'") return readCode(source, 2);
  if (!THEMSELVES.test(char)) throw new ReadStop(source.at - 1, 'a known escape');
  return `\\${char}`;
}

function readCode(source: SourceText, length: number): string {
  const digits = source.text.slice(source.at, source.at + length);
  const good = /^[0-9a-fA-F]*/.exec(digits)![0].length;
  if (good < length) throw new ReadStop(source.at + good, `${length} hexadecimal digits`);
  source.at += length;
  return String.fromCharCode(Number.parseInt(digits, 16));
}
