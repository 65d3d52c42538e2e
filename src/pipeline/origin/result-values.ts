import type { parseDocument } from 'yaml';
import { findAddresses, isAddress } from './addresses.ts';
import { isAt, type Leaf, leavesOf } from './leaves.ts';
import { parsePython } from './parse-python.ts';

/** Who wrote a result: nobody but the tool, others as values or as one text, or others in these parts. */
export type Authorship = boolean | 'text' | readonly string[];

interface ResultValues {
  /** Each value that stands for itself. */
  readonly values: readonly string[];
  readonly theirs: readonly string[];
}

/** The longest text that is read as data. */
const LONGEST = 500_000;

/** The reader of data that is written with indentation; it is loaded with the first result that may be such data. */
let reader: { readonly parseDocument: typeof parseDocument } | undefined;

/** Loads the reader for a result, where it is not loaded yet; then `valuesOf` may be asked. */
export function readerFor(result: unknown): Promise<void> | undefined {
  if (reader || typeof result !== 'string' || !mayBeData(result)) return undefined;
  return import('yaml').then(({ parseDocument }) => {
    reader = { parseDocument };
  });
}

/** The values of a result: as the tool gave them, or out of its text, where the whole text is data. */
export function valuesOf(result: unknown, others: Authorship): ResultValues {
  if (others === 'text') return { values: [], theirs: leavesOf(result).map(({ value }) => value) };
  const read = typeof result === 'string' ? parseData(result, others) : result;
  const leaves = leavesOf(read ?? result);
  const isTheirs = typeof others === 'boolean' ? () => others : partsOfOthers(leaves, others);
  const values = (others === false ? leaves : withoutLoose(leaves)).map(({ value }) => value);
  // The names of fields are the tool's own; where the key is the name of a person or a place, it stands for itself too.
  const keys = leaves.flatMap(({ path }) => path.filter(step => step !== '*'));
  return {
    values: [...new Set([...values, ...keys, ...leaves.filter(({ path }) => !isTheirs(path)).flatMap(partsOf)])],
    theirs: leaves.filter(({ path }) => isTheirs(path)).map(({ value }) => value),
  };
}

/**
 * The test for parts that others write, wherever they lie in a result. A result that has none of the parts is not as
 * its tool says, so that others may have written all of it.
 */
function partsOfOthers(leaves: readonly Leaf[], parts: readonly string[]): (path: readonly string[]) => boolean {
  const isPart = (path: readonly string[]): boolean =>
    path.some((_, from) => parts.some(part => isAt(path.slice(from), part)));
  return leaves.some(({ path }) => isPart(path)) ? isPart : () => true;
}

/**
 * The leaves, without addresses that stand alone where others of their kind are words: a message or a subject that is
 * nothing but an address is still a text of whoever wrote it, and the next one may ask for that address.
 */
function withoutLoose(leaves: readonly Leaf[]): readonly Leaf[] {
  const fieldOf = ({ path }: Leaf): string => path.join('.');
  const ofWords = new Set(leaves.filter(({ value }) => hasWords(value)).map(fieldOf));
  return leaves.filter(leaf => !ofWords.has(fieldOf(leaf)) || !isAddress(leaf.value));
}

/** Whether a text has words beside each other, and is no address. */
export const hasWords = (text: string): boolean => /\p{L}{2}\S*\s+\S*\p{L}{2}/u.test(text) && !isAddress(text);

/** Reads JSON, what Python prints, or data that is written with indentation. Undefined for prose. */
function parseData(text: string, others: Authorship): unknown {
  if (!mayBeData(text)) return undefined;
  const python = parsePython(text);
  if (python !== undefined) return python;
  if (!reader) throw new Error('A result is read before its reader is there.');
  try {
    const document = reader.parseDocument(text, { logLevel: 'silent', merge: false, schema: 'failsafe' });
    if (document.errors.length > 0) return undefined;
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof data !== 'object' || data === null) return undefined;
    return others !== false && isLetter(data) ? undefined : data;
  } catch {
    return undefined;
  }
}

const mayBeData = (text: string): boolean =>
  text.length <= LONGEST && /^\s*(?:[[{(]|- |[\p{L}\p{N}_'"][^\n]{0,80}[:=(])/u.test(text);

/** Whether data is a bill, a page or a card that others wrote: each line has a colon. No server gives such data. */
const isLetter = (data: object): boolean =>
  !Array.isArray(data) && Object.values(data).every(value => typeof value !== 'object' || value === null);

/** The parts that a tool lists in a text: a line each, those behind a colon, those between commas, addresses. */
const partsOf = ({ value }: Leaf): readonly string[] => [
  ...value
    .split('\n')
    .flatMap(line => [line, line.replace(/^[^:]{1,60}:\s+/, '')])
    .flatMap(line => [line, ...line.split(/,\s+/)])
    .map(item => item.replace(/^[-*•]\s+/, '').trim())
    .filter(item => item !== '' && item.length <= 200),
  ...findAddresses(value),
];
