import { readLiteral } from './literal.ts';
import { parseJson } from './parse-json.ts';

/** The kind of a text: a container written out, a broken or cut-off container, or plain text. */
type Contents =
  | { readonly kind: 'container'; readonly value: object; readonly how: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'plain' };

const PLAIN: Contents = { kind: 'plain' };
const BROKEN: Contents = { kind: 'broken' };
/** The most encodings: twice happens, and one more for good measure. */
const DEEPEST = 3;

/** The beginning of a container in a fence, and of one that is encoded once more. */
const CUT_FENCE = /^(?:`{3,}[\w-]*\s*(?:[[{(]|$)|`{1,2}$)/;
/** The beginning of a container that is encoded once more and lacks the quotes around it. */
const CODED = /^[[{]\s*[[{]*\\"/;
const CUT_CODE = /^"[\s\\]*(?:[[{]|\(\s*\\*["']|\(?$)/;

/** Reads an object or a list that was given as text: JSON, also with mistakes, fenced, a Python literal, encoded twice. */
export const readContents = (text: string): Contents => contents(text, 0);

/** The container that a value is written out as; a value that is none comes back itself. */
export function containerIn(value: unknown): unknown {
  const read = typeof value === 'string' ? readContents(value) : PLAIN;
  return read.kind === 'container' ? read.value : value;
}

function contents(text: string, depth: number): Contents {
  const trimmed = text.trim();
  const first = trimmed[0];
  if (first === '`') {
    const inside = unfence(trimmed);
    if (inside !== undefined) return described(contents(inside, depth + 1), 'fenced');
    return CUT_FENCE.test(trimmed) ? BROKEN : PLAIN;
  }
  if (first === '"') return encoded(trimmed, depth);
  if (first !== '{' && first !== '[' && first !== '(') return PLAIN;
  const json = first === '(' ? undefined : tryJson(trimmed);
  if (json) return { kind: 'container', value: json.value as object, how: 'JSON' };
  if (CODED.test(trimmed) && depth < DEEPEST) {
    const inside = encoded(`"${trimmed}"`, depth);
    if (inside.kind === 'container') return inside;
  }
  const loose = readLiteral(trimmed, 'loose');
  if (loose.ok && typeof loose.value === 'object' && loose.value !== null)
    return { kind: 'container', value: loose.value, how: loose.pythonic ? 'Python' : 'JSON with mistakes' };
  if (!loose.ok && (loose.cut || loose.wanted === 'a list')) return BROKEN;
  if (first === '(') return PLAIN;
  // `[slug]/page.tsx` is a path, `["a", "b` a broken list, and so is `[a, b`.
  const close = first === '[' ? ']' : '}';
  const meant = /^[[{]\s*["'[{]/.test(trimmed) || trimmed.endsWith(close);
  return meant || trimmed.split(first).length > trimmed.split(close).length ? BROKEN : PLAIN;
}

function encoded(text: string, depth: number): Contents {
  if (depth >= DEEPEST) return PLAIN;
  const read = readLiteral(text, 'loose');
  if (read.ok && typeof read.value === 'string') return described(contents(read.value, depth + 1), 'encoded twice');
  return CUT_CODE.test(text) ? BROKEN : PLAIN;
}

const described = (inside: Contents, how: string): Contents =>
  inside.kind === 'container' ? { ...inside, how: `${how} ${inside.how}` } : inside;

/** The inside of a text that is fenced from end to end. */
export function unfence(text: string): string | undefined {
  const trimmed = text.trim();
  const [opening, fence] = /^(`{3,})[ \t]*[\w+-]*[ \t]*\r?\n?/.exec(trimmed) ?? [];
  if (opening === undefined || fence === undefined || !trimmed.endsWith(fence)) return undefined;
  // The opening fence is not its own end.
  return trimmed.length < opening.length + fence.length
    ? undefined
    : trimmed.slice(opening.length, -fence.length).trimEnd();
}

function tryJson(text: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}
