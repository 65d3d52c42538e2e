import { diffArrays } from 'diff';
import { isSpaceLike, plainChar, plainText, type Typography } from './typography.ts';

/** A visible character as it is compared, as it is written, and the white space before it. */
interface Atom {
  readonly key: string;
  readonly source: string;
  readonly gap: string;
}

/**
 * The change from `old` to `wanted`, made to the file's own wording of the same line. Undefined when the file's
 * spacing or typography at the changed spot cannot be told from the model's.
 */
export function mergeBody(old: string, file: string, wanted: string, typography: Typography): string | undefined {
  const oldAtoms = atoms(old);
  const fileAtoms = atoms(file);
  if (oldAtoms.length !== fileAtoms.length || oldAtoms.some((atom, at) => atom.key !== fileAtoms[at]!.key)) {
    return undefined;
  }
  const wantedAtoms = atoms(wanted);
  const origin = originOf(oldAtoms, wantedAtoms);
  if (splitsCharacter(fileAtoms, origin)) return undefined;
  const translated = typography.translateEach(wantedAtoms.map(atom => atom.source));
  let result = '';
  let shifted = false;
  for (let at = 0; at < wantedAtoms.length; at++) {
    const from = origin[at]!;
    const before = at === 0 ? -1 : origin[at - 1]!;
    const gap = at === 0 ? '' : mergeGap();
    if (gap === undefined) return undefined;
    const source = from >= 0 ? fileAtoms[from]!.source : translated[at];
    if (source === undefined) return undefined;
    if (
      from >= 0 &&
      source !== oldAtoms[from]!.source &&
      plainChar(source) !== source &&
      isTorn(origin, at, oldAtoms.length)
    )
      return undefined;
    if (from < 0 || (at > 0 && from !== before + 1)) shifted = true;
    result += gap + source;

    function mergeGap(): string | undefined {
      const wish = typography.translate(wantedAtoms[at]!.gap);
      if (from > 0 && before === from - 1) {
        const [was, is] = [oldAtoms[from]!.gap, fileAtoms[from]!.gap];
        if (wantedAtoms[at]!.gap === was && plainText(was) === plainText(is)) return is;
        if (was === is || wish === is) return wish;
        // Alignment after a change may have to move with it; nobody said so.
        return wish === was && !(shifted && is.length > 1) ? is : undefined;
      }
      const unsure = (index: number) =>
        plainText(oldAtoms[index]?.gap ?? '') !== plainText(fileAtoms[index]?.gap ?? '');
      if ((from > 0 && unsure(from)) || (before >= 0 && unsure(before + 1))) return undefined;
      return wish;
    }
  }
  return result;
}

/** Teaches what each character of the model's stands for in the file's wording of the same line. */
export function learnTypography(old: string, file: string, typography: Typography): void {
  const oldAtoms = atoms(old);
  const fileAtoms = atoms(file);
  if (oldAtoms.length !== fileAtoms.length) return;
  typography.learn(
    oldAtoms.map(atom => atom.source),
    fileAtoms.map(atom => atom.source),
  );
  for (const [at, { gap }] of oldAtoms.entries()) {
    const own = fileAtoms[at]!.gap;
    if (gap !== own && plainText(gap) === plainText(own)) typography.learn([...gap], [...own]);
  }
}

/** Whether a character has a new neighbour, so that the file's form of it (an opening quote) may no longer fit. */
function isTorn(origin: readonly number[], at: number, length: number): boolean {
  const from = origin[at]!;
  const before = at > 0 ? origin[at - 1]! : -1;
  const after = at + 1 < origin.length ? origin[at + 1]! : length;
  return before !== from - 1 || after !== from + 1;
}

/** Whether only a part of a character that counts as several (an ellipsis) would be kept. */
function splitsCharacter(list: readonly Atom[], origin: readonly number[]): boolean {
  const kept = new Set(origin);
  return list.some(({ source }, at) => source === '' && kept.has(at) !== kept.has(at - 1));
}

function atoms(text: string): Atom[] {
  const found: Atom[] = [];
  let gap = '';
  for (const char of text) {
    if (isSpaceLike(char)) {
      gap += char;
      continue;
    }
    for (const [at, key] of [...plainChar(char)].entries()) {
      found.push({ key, source: at === 0 ? char : '', gap });
      gap = '';
    }
  }
  return found;
}

/** For each wanted atom the old atom that it is, compared word by word, or -1 if it is new. */
function originOf(old: readonly Atom[], wanted: readonly Atom[]): number[] {
  const origin: number[] = [];
  let oldAt = 0;
  for (const part of diffArrays(words(old), words(wanted))) {
    for (const word of part.value) {
      const length = [...word].length;
      if (part.removed) oldAt += length;
      else for (let at = 0; at < length; at++) origin.push(part.added ? -1 : oldAt++);
    }
  }
  return origin;
}

/** Runs of letters and runs of signs. */
function words(list: readonly Atom[]): string[] {
  const found: string[] = [];
  let before: boolean | undefined;
  for (const { key, gap } of list) {
    const wordly = /[\p{L}\p{N}_]/u.test(key);
    if (wordly === before && gap === '') found[found.length - 1] += key;
    else found.push(key);
    before = wordly;
  }
  return found;
}
