import { hasEscapedBreaks } from './escaped-breaks.ts';
import type { TextPair } from './pasted-numbers.ts';

/**
 * Takes one level of escapes off both texts. There are several such levels (a whole JSON string, its line breaks
 * only, its quotes only), and each that applies to the old text is tried. The new text is taken to be escaped the same
 * way unless it shows that it is not; when it shows both, that level is left out.
 */
export function withoutEscapes(pair: TextPair): TextPair[] {
  const old = pair.old.join('\n');
  const wanted = pair.new.join('\n');
  const found: TextPair[] = [];
  for (const level of LEVELS) {
    const plainOld = level.decode(old);
    if (plainOld === undefined || plainOld === old) continue;
    const plainNew = decodeNew(level, wanted, { old, plainOld });
    if (plainNew === undefined) continue;
    // Decoding went too far, and nothing shows how far it should go.
    if (level.plausible && !level.plausible(plainOld, plainNew)) return [];
    const each = { old: lines(plainOld), new: lines(plainNew) };
    // Line breaks of the new text are still escaped, so that more than this level is.
    if (!level.plausible && hasEscapedBreaks(plainNew, '.c') && !hasEscapedBreaks(plainOld, '.c')) continue;
    // Line breaks were escaped as in JSON, and so were quotes and backslashes: no other level is meant.
    if (level === LEVELS[1] && each.old.length > 1 && (/\\["\\]/.test(old) || wanted.includes(`\\"`))) return [each];
    if (!found.some(other => same(other.old, each.old) && same(other.new, each.new))) found.push(each);
  }
  return found;
}

export function withoutEntities(pair: TextPair): TextPair[] {
  const old = pair.old.join('\n');
  const wanted = pair.new.join('\n');
  const entity = /&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;
  if (!entity.test(old)) return [];
  const decode = (text: string) => text.replace(entity, decodeEntity);
  const encoded = new Set(old.match(entity)!.map(decodeEntity));
  const bare = (text: string, char: string) => (char === '&' ? /&(?!#?\w+;)/.test(text) : text.includes(char));
  const meant = (char: string) => !encoded.has(char) && (bare(old, char) || !'<>&"\''.includes(char));
  // An entity of a character that the old text has bare is meant as it is.
  if (wanted.match(entity)?.map(decodeEntity).some(meant)) return [];
  const raw = [...encoded].some(char => bare(wanted, char));
  const has = wanted.match(entity) !== null;
  if (raw && has) return [];
  return [{ old: lines(decode(old)), new: lines(raw ? wanted : decode(wanted)) }];
}

function decodeEntity(entity: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };
  const name = entity.slice(1, -1).toLowerCase();
  if (Object.hasOwn(named, name)) return named[name]!;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

interface Level {
  /** The text without this level of escapes; undefined if it cannot be escaped so. */
  decode(text: string): string | undefined;
  /** Characters that stand bare only in a text that is not escaped so. */
  readonly bare: RegExp;
  /** Ordinary text has such escapes as well, so that both texts must have one in common. */
  readonly shown?: true;
  /** Whether the new text, decoded, still reads like the old one does; only where decoding may go too far. */
  readonly plausible?: (old: string, wanted: string) => boolean;
}

const LEVELS: readonly Level[] = [
  { decode: stringLiteral, bare: /[\n\t]|^(?!")|(?!")$/, plausible: breaksBetweenLines },
  { decode: jsonBody, bare: /[\n\t]|(?<!\\)(?:\\\\)*"/, plausible: breaksBetweenLines },
  { decode: text => (text.includes('\n') ? eachLine(text, jsonBody) : undefined), bare: /\t|(?<!\\)(?:\\\\)*"/ },
  {
    decode: text =>
      text.includes('\n')
        ? undefined
        : text.replace(/\\r\\n|\\n/g, '\n').replace(/^(?:\\t)+/gm, tabs => '\t'.repeat(tabs.length / 2)),
    bare: /[\n\t]/,
    plausible: breaksBetweenLines,
  },
  { decode: text => text.replace(/^(?:\\t)+/gm, tabs => '\t'.repeat(tabs.length / 2)), bare: /^\t/m },
  { decode: text => text.replaceAll('\\"', '"'), bare: /(?<!\\)"/ },
  { decode: text => text.replaceAll("\\'", "'"), bare: /(?<!\\)'/ },
  { decode: text => text.replace(/\\(["'`])/g, '$1'), bare: /(?<!\\)["'`]/ },
  { decode: text => text.replace(/\\([`$])/g, '$1'), bare: /(?<!\\)`/ },
  { decode: text => text.replaceAll('\\\\', '\\'), bare: /(?<!\\)(?:\\\\)*\\(?!\\)/, shown: true },
  {
    decode: text => text.replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    bare: /(?!)/,
  },
];

/** New text that is bare where an escaped one could not be is left as it is. */
function decodeNew(
  level: Level,
  wanted: string,
  { old, plainOld }: { old: string; plainOld: string },
): string | undefined {
  const decoded = level.decode(wanted);
  if (decoded === wanted) return wanted;
  const runs = (text: string): string[] => text.match(/\\{2,}[^\\]?/g) ?? [];
  if (level.shown && !runs(wanted).some(run => runs(old).includes(run))) return undefined;
  if (hasBackslashesOf(wanted, { old, plainOld })) return undefined;
  const bare = level.bare.test(wanted) && !level.bare.test(old);
  if (!bare && decoded !== undefined) return decoded;
  // Not escaped as a whole, and yet it holds what looks like escapes: only a text that is surely bare may keep them.
  return wanted.includes('\n') && !old.includes('\n') ? wanted : undefined;
}

/** Whether the new text has fewer backslashes in a row than the old one, as the old one has once it is decoded. */
function hasBackslashesOf(wanted: string, { old, plainOld }: { old: string; plainOld: string }): boolean {
  const most = (text: string) => Math.max(0, ...(text.match(/\\+/g) ?? []).map(run => run.length));
  return most(old) > 1 && most(wanted) < most(old) && most(wanted) === most(plainOld);
}

/** No line of the new text looks like a part of a string that a decoded line break or tab tore. */
function breaksBetweenLines(old: string, wanted: string): boolean {
  const known = new Set(lines(old));
  const visible = lines(old).filter(line => line.trim() !== '');
  const indented = visible.every(line => /^\s/.test(line));
  const odd = (line: string | undefined, quote: string) => line !== undefined && line.split(quote).length % 2 === 0;
  return lines(wanted).every((line, at, all) => {
    if (known.has(line) || line.trim() === '') return true;
    if (hasEscapedBreaks(line, '.c')) return false;
    if (hasInnerTab(line) && !lines(old).some(hasInnerTab)) return false;
    const torn = ['"', "'", '`'].some(quote => odd(line, quote) && (odd(all[at + 1], quote) || /\[\^?$/.test(line)));
    return !torn && !(indented ? /^\S/ : /^(?:[,)'";+.?|&\\]|\/(?![/*]))/).test(line);
  });
}

/** Not by a pattern: the time of that grows with the square of a line. */
const hasInnerTab = (line: string): boolean => line.trimStart().includes('\t');

/** A whole string literal, quotes included. */
function stringLiteral(text: string): string | undefined {
  return /^".*"$/s.test(text) && !text.includes('\n') ? jsonBody(text.slice(1, -1)) : undefined;
}

function jsonBody(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  try {
    const parsed: unknown = JSON.parse(`"${text}"`);
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function eachLine(text: string, decode: (line: string) => string | undefined): string | undefined {
  const decoded = text.split('\n').map(decode);
  // A line break inside a line was none before.
  return decoded.some(line => line === undefined || line.includes('\n')) ? undefined : decoded.join('\n');
}

function lines(text: string): string[] {
  return text.split(/\r\n|\n/);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
