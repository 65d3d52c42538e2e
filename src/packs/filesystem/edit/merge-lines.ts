import { learnTypography, mergeBody } from './merge-body.ts';
import { planIndentation } from './plan-indentation.ts';
import { type Change, pairLines, type Script } from './script.ts';
import type { TextLines } from './text-lines.ts';
import { plainText, Typography } from './typography.ts';
import { isBlank, lineParts } from './white-space.ts';

/** One line of the result: its text, and the file line it is or replaces, or -1 if it is new. */
export interface MergedLine {
  readonly text: string;
  readonly source: number;
  /** Whether it is the file's own line, kept as it is. */
  readonly own: boolean;
}

/** File lines `from` to `to`, both included, become `lines`. */
export interface Merge {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly MergedLine[];
}

export interface Refusal {
  readonly refused: string;
}

/** The old line is left out on purpose: it stands for file lines that were not shown. */
export const ELISION = -2;

export interface Alignment {
  /** For each old line the file line that it is; -1 if the file has none; `ELISION`. */
  readonly images: readonly number[];
  /** Old lines whose image is only similar. The edit keeps them, so the file's own line stays. */
  readonly similar: ReadonlySet<number>;
}

/**
 * Makes the change in the file's own lines. A line that the edit keeps is the file's, byte for byte; a line that it
 * changes is changed in the file's wording; a new line is indented as the file does. What cannot be told is refused.
 */
export function mergeLines(file: TextLines, script: Script, alignment: Alignment): Merge | Refusal {
  const { images, similar } = alignment;
  const placed = images.filter(image => image >= 0);
  if (placed.length === 0) return { refused: 'nothing of old_text was found' };
  const merge = new LineMerge(file, script, { images, similar });
  const refused = merge.run();
  if (refused !== undefined) return { refused };
  return { from: placed[0]!, to: placed.at(-1)!, lines: merge.lines };
}

class LineMerge {
  readonly lines: MergedLine[] = [];
  readonly #file: TextLines;
  readonly #script: Script;
  readonly #images: readonly number[];
  readonly #indent: (newLine: number) => string | undefined;
  readonly #typography: Typography;
  readonly #trails = { dropped: false, droppedOnBlank: false, kept: false };
  /** White space at line ends that old_text has and the file has not. */
  readonly #added = new Set<string>();
  #innerSpaceDiffers = false;
  #exact = true;
  #next: number;

  constructor(file: TextLines, script: Script, { images, similar }: Alignment) {
    this.#file = file;
    this.#script = script;
    this.#images = images;
    const exact = images.map((image, line) => (similar.has(line) ? -1 : image));
    this.#indent = planIndentation({ file, script, images });
    this.#typography = new Typography(file.text);
    this.#next = images.find(image => image >= 0)!;
    for (const [line, image] of exact.entries()) if (image >= 0) this.#learn(script.old[line]!, file.lines[image]!);
  }

  #learn(old: string, own: string): void {
    if (old !== own) this.#exact = false;
    const [was, is] = [lineParts(old), lineParts(own)];
    learnTypography(was.body, is.body, this.#typography);
    if (was.trail !== '' && is.trail === '') this.#added.add(was.trail);
    if (was.trail === '' && is.trail !== '') this.#trails[is.body === '' ? 'droppedOnBlank' : 'dropped'] = true;
    if (was.trail !== '' && was.trail === is.trail) this.#trails.kept = true;
    if (was.body === is.body) return;
    if (spacing(was.body) !== spacing(is.body)) this.#innerSpaceDiffers = true;
  }

  run(): string | undefined {
    const { changes, old } = this.#script;
    let at = 0;
    for (const change of [...changes, undefined]) {
      const end = change?.oldFrom ?? old.length;
      for (; at < end; at++) this.#keep(at);
      if (!change) return undefined;
      const refused = this.#change(change);
      if (refused !== undefined) return refused;
      at = change.oldTo;
    }
    return undefined;
  }

  /** Lines of the file that the old text does not show stay where they are. */
  #keepUnseen(until: number): void {
    for (; this.#next < until; this.#next++) this.#own(this.#next);
  }

  #keep(oldLine: number): void {
    const image = this.#images[oldLine]!;
    if (image < 0) return;
    this.#keepUnseen(image);
    this.#own(image);
    this.#next = image + 1;
  }

  #own(line: number): void {
    this.lines.push({ text: this.#file.lines[line]!, source: line, own: true });
  }

  #change(change: Change): string | undefined {
    const removed = this.#images.slice(change.oldFrom, change.oldTo);
    if (removed.some(image => image < 0)) return 'a line that the edit changes is not in the file';
    if (removed.some((image, index) => index > 0 && image !== removed[index - 1]! + 1)) {
      return `there are lines that old_text does not show between those that the edit changes (line ${removed[0]! + 2})`;
    }
    let { newFrom, newTo } = change;
    if (removed.length > 0) {
      const unseen = removed[0]! - this.#next;
      if (unseen > 0 && this.#images[change.oldFrom - 1] !== ELISION) {
        const shared = this.#blanksShared(unseen, change);
        if (shared === undefined) return this.#unseenRefusal(this.#next);
        newFrom += shared;
      }
      this.#keepUnseen(removed[0]!);
      this.#next = removed.at(-1)! + 1;
    }
    const after = this.#images.slice(change.oldTo).find(image => image >= 0);
    const elidedNext = this.#images[change.oldTo] === ELISION;
    const elidedBefore = change.oldFrom > 0 && this.#images[change.oldFrom - 1] === ELISION;
    if (removed.length === 0 && elidedBefore && after !== undefined) this.#keepUnseen(after);
    else if (after !== undefined && !elidedNext && after > this.#next) {
      const shared = this.#blanksSharedAfter(after - this.#next, change, newFrom, newTo);
      if (shared === undefined) return this.#unseenRefusal(this.#next);
      newTo -= shared;
    }
    return this.#write(change, newFrom, newTo, removed);
  }

  #unseenRefusal(line: number): string {
    return `line ${line + 1} of the file, which old_text does not show, lies where the edit changes something`;
  }

  /**
   * Blank lines of the file before a change that the old text does not show: how many of them the new text brings
   * itself, so that they are not written twice. Undefined if other lines lie there, or if lines come or go and it is
   * not said how many blank ones stay beside them.
   */
  #blanksShared(count: number, change: Change): number | undefined {
    const from = this.#next;
    const { newFrom, newTo } = change;
    const inPlace = this.#isInPlace(change);
    for (let line = from; line < from + count; line++) if (!isBlank(this.#file.lines[line]!)) return undefined;
    // Blank lines of which old_text shows some: how many of them the edit means is not said.
    if (isBlank(this.#file.lines[from - 1] ?? 'x') || isBlank(this.#file.lines[from + count] ?? 'x')) return undefined;
    let shared = 0;
    while (newFrom + shared < newTo && isBlank(this.#script.new[newFrom + shared]!)) shared++;
    if (shared > 0 && this.#newLacksBlanks()) return undefined;
    return shared === count || (shared === 0 && inPlace) ? shared : undefined;
  }

  /** Whether each line becomes one like it. */
  #isInPlace(change: Change): boolean {
    const count = change.newTo - change.newFrom;
    return count === change.oldTo - change.oldFrom && pairLines(this.#script, change).size === count;
  }

  /** Whether the new text lacks blank lines of the file as the old one does; then those that it has are new. */
  #newLacksBlanks(): boolean {
    const { changes } = this.#script;
    return this.#images.some((image, line) => {
      const next = this.#images[line + 1];
      if (image < 0 || next === undefined || next <= image + 1) return false;
      return !changes.some(change => change.oldFrom <= line + 1 && change.oldTo >= line + 1);
    });
  }

  #blanksSharedAfter(count: number, change: Change, newFrom: number, newTo: number): number | undefined {
    for (let line = this.#next; line < this.#next + count; line++) {
      if (!isBlank(this.#file.lines[line]!)) return undefined;
    }
    const [above, below] = [this.#file.lines[this.#next - 1], this.#file.lines[this.#next + count]];
    if (isBlank(above ?? 'x') || isBlank(below ?? 'x')) return undefined;
    let trailing = 0;
    while (newTo - trailing > newFrom && isBlank(this.#script.new[newTo - trailing - 1]!)) trailing++;
    if (trailing > 0 && this.#newLacksBlanks()) return undefined;
    if (change.oldTo > change.oldFrom)
      return trailing === count || (trailing === 0 && this.#isInPlace(change)) ? trailing : undefined;
    // A pure insertion into unseen blank lines: only if it brings the blank lines of both sides is there one result.
    let leading = 0;
    while (newFrom + leading < newTo && isBlank(this.#script.new[newFrom + leading]!)) leading++;
    if (leading === newTo - newFrom) return trailing === count ? trailing : undefined;
    return leading === count && trailing === count ? trailing : undefined;
  }

  #write(change: Change, newFrom: number, newTo: number, removed: readonly number[]): string | undefined {
    const pairs = pairLines(this.#script, change);
    // One line for one line, so that its indentation is that of the line in its place.
    const inPlace = change.newTo - change.newFrom === 1 && change.oldTo - change.oldFrom === 1;
    for (let line = newFrom; line < newTo; line++) {
      const pair = pairs.get(line);
      const written = pair === undefined ? this.#newLine(line) : this.#changedLine(line, pair, inPlace);
      if (typeof written !== 'string') return written.refused;
      const source = pair === undefined ? (removed[line - newFrom] ?? -1) : this.#images[pair]!;
      this.lines.push({ text: written, source, own: false });
    }
    return undefined;
  }

  #newLine(line: number): string | Refusal {
    const { body, trail } = lineParts(this.#script.new[line]!);
    if (body === '') return this.#blankLine(trail);
    const indent = this.#indent(line);
    if (indent === undefined) return this.#indentRefusal(line);
    const end = this.#trail(trail);
    const text = this.#typography.translate(body);
    if (text === undefined)
      return { refused: `the file's quotes or dashes in line ${line + 1} of new_text cannot be told` };
    if (end === undefined) return this.#trailRefusal(line);
    if (this.#innerSpaceDiffers && text.includes(' ')) {
      return {
        refused: `the spacing inside line ${line + 1} of new_text cannot be told: old_text is spaced differently from the file`,
      };
    }
    return indent + text + end;
  }

  #changedLine(line: number, pair: number, inPlace: boolean): string | Refusal {
    const was = lineParts(this.#script.old[pair]!);
    const is = lineParts(this.#file.lines[this.#images[pair]!]!);
    const wanted = lineParts(this.#script.new[line]!);
    const mapped = this.#indent(line);
    const kept = wanted.indent === was.indent && (mapped === is.indent || (mapped === undefined && inPlace));
    const indent = kept ? is.indent : mapped;
    if (indent === undefined) return this.#indentRefusal(line);
    const body = this.#changedBody(was.body, is.body, wanted.body);
    if (body === undefined) {
      return { refused: `line ${line + 1} of new_text changes a line that the file spaces or quotes differently` };
    }
    if (was.trail === '' && wanted.trail === '' && is.trail !== '') return this.#trailRefusal(line);
    const end =
      wanted.trail === was.trail ? is.trail : wanted.trail === is.trail ? is.trail : this.#trail(wanted.trail);
    return end === undefined ? this.#trailRefusal(line) : indent + body + end;
  }

  #changedBody(was: string, is: string, wanted: string): string | undefined {
    if (wanted === was) return is;
    if (wanted === is) return is;
    if (was === is && !this.#typography.differs) return wanted;
    return mergeBody(was, is, wanted, this.#typography);
  }

  #blankLine(trail: string): string | Refusal {
    if (this.#trails.droppedOnBlank) return { refused: 'blank lines of the file hold white space that old_text lacks' };
    if (trail === '' || this.#exact) return trail;
    if (trail.length > 2)
      return { refused: 'a blank line of new_text holds white space, and that of old_text differs from the file' };
    const end = this.#trail(trail);
    return end ?? { refused: 'a blank line of new_text holds white space, and old_text has some that the file lacks' };
  }

  #trail(trail: string): string | undefined {
    if (trail === '' || this.#added.size === 0) return trail;
    return this.#trails.kept || !this.#added.has(trail) ? undefined : '';
  }

  #indentRefusal(line: number): Refusal {
    return {
      refused: `the indentation of line ${line + 1} of new_text cannot be told: old_text is indented differently from the file`,
    };
  }

  #trailRefusal(line: number): Refusal {
    return {
      refused: `white space at the end of the line that line ${line + 1} of new_text replaces is not in old_text`,
    };
  }
}

function spacing(body: string): string {
  return plainText(body).replace(/[^ \t\f\v]+/g, 'x');
}
