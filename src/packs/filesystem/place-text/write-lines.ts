import { diffArrays } from 'diff';
import { closesBlock, type IndentSample, learnIndentation, opensBlock } from './indentation.ts';
import type { FileView } from './lines/file-view.ts';
import { type Atom, atomsOf, plainSpaces, plainText, SignMap } from './lines/typography.ts';
import { indentOf, isBlank, lineParts } from './lines/white-space.ts';

export type LineWriter = (text: string, at: WriterPlace) => string | { readonly refused: string };

export interface WriterPlace {
  /** The old line that this one was made from, if there is one. */
  readonly pair: number | undefined;
  /** The old lines before and after it. */
  readonly above: number;
  readonly below: number;
  readonly newAt: number;
  /** As many lines come as go. */
  readonly even: boolean;
}

/** The lines that were found, and the new text that is written beside them. */
export interface FoundLines {
  readonly old: readonly string[];
  readonly own: readonly (string | undefined)[];
  readonly samples: readonly IndentSample[];
  readonly wanted: readonly string[];
  readonly form: 'old' | 'file' | 'file but first';
  readonly compared: boolean;
}

/** Gives added lines the file's form: indentation, signs, alignment within the line, white space at its end. */
export function createLineWriter(
  view: FileView,
  { old, own, samples, wanted, form, compared }: FoundLines,
): LineWriter {
  const indents = wanted.filter(line => !isBlank(line)).map(indentOf);
  const exact = samples.every(each => each.old === each.file);
  const map = samples.length > 0 ? learnIndentation(samples, indents, view.unit) : undefined;
  // Text that stands on one level as a whole may have lost its indentation.
  const flat = !exact && new Set([...samples.map(each => each.old), ...indents]).size === 1;
  // Such text stands on several levels in the file: then only lines that are replaced one by one show theirs.
  const contradictory = flat && new Set(samples.map(each => each.file)).size > 1;
  const byLine = new Map(samples.map(each => [each.line, each]));
  const firstNew = wanted.findIndex(line => !isBlank(line));
  const signs = new SignMap();
  let collapsed = false;
  let strayTrail = false;
  let wideSpaces = false;
  // Where all lines have the file's own characters, new ones are written as they are.
  const plain = old.every(
    (text, line) => own[line] === undefined || lineParts(text).body === lineParts(own[line]).body,
  );
  const atoms = old.map((text, line) => {
    const image = own[line];
    if (image === undefined) return undefined;
    if (lineParts(text).trail !== '' && lineParts(text).trail !== lineParts(image).trail) strayTrail = true;
    if (plain) return undefined;
    const [mine, files] = [atomsOf(lineParts(text).body), atomsOf(lineParts(image).body)];
    if (mine.length !== files.length || mine.some((atom, at) => atom.plain !== files[at]!.plain)) return undefined;
    signs.learn(mine, files);
    if (mine.some((atom, at) => atom.space !== files[at]!.space && plainText(atom.space) === files[at]!.space))
      wideSpaces = true;
    if (files.some((atom, at) => at > 0 && atom.space.length > 1 && mine[at]!.space.length < atom.space.length))
      collapsed = true;
    return { mine, files };
  });

  const indentFor = (text: string, { pair, above, below, newAt, even }: WriterPlace): string | undefined => {
    const indent = indentOf(text);
    if (!map || form === 'file') return indent;
    if (form === 'file but first') return newAt === firstNew ? samples[0]!.file : indent;
    if (contradictory && !even) return undefined;
    const made = pair === undefined ? undefined : byLine.get(pair);
    // A changed line that is indented as its old one stays where the file has it.
    if (made && made.old === indent) return made.file;
    const next = (line: number, by: number) => {
      let at = line;
      while (at >= 0 && at < old.length && !byLine.has(at)) at += by;
      return byLine.get(at);
    };
    const near = [
      next(above, -1),
      ...old.slice(above + 1, below).map((_, at) => byLine.get(above + 1 + at)),
      next(below, 1),
    ];
    if (flat && isFlat(wanted, newAt)) return undefined;
    const mapped = map({ indent, near, first: newAt === firstNew });
    // Where marks tell which lines are new, nothing shows that these are off as the others are.
    const asFile = !compared && mapped !== indent && near.some(each => each?.file === indent);
    return asFile ? undefined : mapped;
  };

  return (text, place) => {
    const { body, trail } = lineParts(text);
    const pair = place.pair === undefined ? undefined : atoms[place.pair];
    const theirs = place.pair === undefined ? undefined : own[place.pair];
    const oldTrail = place.pair === undefined ? undefined : lineParts(old[place.pair]!).trail;
    if (body === '') return strayTrail ? '' : text;
    const indent = indentFor(text, place);
    if (indent === undefined) return { refused: `the indentation of «${body.slice(0, 60)}» cannot be told` };
    const written = plain ? body : writeBody(atomsOf(wideSpaces ? plainSpaces(body) : body), pair, signs);
    if (written === undefined)
      return { refused: `how the file writes the quotes and dashes of «${body.slice(0, 60)}» cannot be told` };
    if (collapsed && !pair && /\s/.test(body))
      return { refused: `how the file aligns «${body.slice(0, 60)}» cannot be told` };
    const end = theirs !== undefined && trail === oldTrail ? lineParts(theirs).trail : strayTrail ? '' : trail;
    return indent + written + end;
  };
}

const CONTROL = /^\s*\}?\s*(?:(?:else\s+)?(?:if|for|while)\b.*\)|else)\s*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]) /;

/** Whether a new line opens a block or a list item and the next one is no deeper: the text has lost its indentation. */
function isFlat(wanted: readonly string[], at: number): boolean {
  const line = wanted[at]!;
  const next = wanted.slice(at + 1).find(each => !isBlank(each));
  if (next === undefined || indentOf(next).length > indentOf(line).length) return false;
  if (LIST_ITEM.test(line) && wanted[at + 1] === next)
    return !LIST_ITEM.test(next) && indentOf(next) === indentOf(line);
  return (opensBlock(line) || CONTROL.test(line) || /^\s*<[\w.:-]+[^<>]*$/.test(line)) && !closesBlock(next);
}

/** More characters than this between what a line keeps at its ends are taken as changed. */
const MAX_ATOMS = 1000;

/** The visible text of an added line: what its old line has too is the file's, the rest its own, with the file's signs. */
function writeBody(
  atoms: readonly Atom[],
  pair: { readonly mine: readonly Atom[]; readonly files: readonly Atom[] } | undefined,
  signs: SignMap,
): string | undefined {
  const kept = pair ? commonAtoms(pair.mine, atoms) : new Map<number, number>();
  let text = '';
  for (const [at, atom] of atoms.entries()) {
    const from = kept.get(at);
    // What comes in the place of an old word stands as far from the word before it.
    const gap = from ?? (kept.has(at - 1) ? kept.get(at - 1)! + 1 : -1);
    const sign = from === undefined ? signs.translate(atom) : pair!.files[from]!.text;
    if (sign === undefined) return undefined;
    const same =
      gap > 0 && gap < (pair?.mine.length ?? 0) && plainText(atom.space) === plainText(pair!.mine[gap]!.space);
    text += (at === 0 ? '' : same ? pair!.files[gap]!.space : atom.space) + sign;
  }
  return text;
}

/** For each new character the old one that it is. */
function commonAtoms(old: readonly Atom[], wanted: readonly Atom[]): Map<number, number> {
  const kept = new Map<number, number>();
  const most = Math.min(old.length, wanted.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head]!.text === wanted[head]!.text) kept.set(head, head++);
  while (tail < most - head && old.at(-1 - tail)!.text === wanted.at(-1 - tail)!.text) {
    tail++;
    kept.set(wanted.length - tail, old.length - tail);
  }
  const [a, b] = [old.slice(head, old.length - tail), wanted.slice(head, wanted.length - tail)];
  if (a.length + b.length > MAX_ATOMS) return kept;
  let [oldAt, newAt] = [head, head];
  for (const { value, added, removed } of diffArrays(
    a.map(each => each.text),
    b.map(each => each.text),
  )) {
    for (const _ of value) {
      if (!added && !removed) kept.set(newAt, oldAt);
      if (!added) oldAt++;
      if (!removed) newAt++;
    }
  }
  return kept;
}
