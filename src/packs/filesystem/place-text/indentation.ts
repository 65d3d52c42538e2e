import { compareLines } from './hunk.ts';
import { isTrivial, similarity } from './lines/similarity.ts';
import { indentOf, isBlank, trimBoth } from './lines/white-space.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly old: string;
  readonly file: string;
}

/** An added line: the found lines beside it and in its place, and whether it is the first line of the new text. */
export interface AddedLine {
  readonly indent: string;
  readonly near: readonly (IndentSample | undefined)[];
  readonly first: boolean;
}

type Mapping = (indent: string) => string | undefined;

/** In whose indentation the new text is written: the old text's, the file's, or the file's but for a first line cut short. */
export type NewForm = 'old' | 'file' | 'file but first';

export const opensBlock = (line: string): boolean =>
  /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:)\s*(?:\/\/.*|#.*)?$/.test(line);
export const closesBlock = (line: string): boolean => /^\s*(?:[})\]]|<\/|end\b)/.test(line);

/**
 * Says in whose indentation the new text is written, where the old text is not indented as the file. Lines that both
 * texts have show it; without such lines, the outermost line of the new text stands where that of the old text does,
 * or a changed line stands where the file has it. Undefined where it cannot be told.
 */
export function formOfNew(
  old: readonly string[],
  wanted: readonly string[],
  samples: readonly IndentSample[],
): NewForm | undefined {
  const off = new Map(samples.filter(each => each.old !== each.file).map(each => [each.line, each]));
  const visible = wanted.filter(line => !isBlank(line));
  if (off.size === 0 || visible.length === 0) return 'old';
  const [only] = samples;
  const [first, ...rest] = visible;
  if (
    samples.length === 1 &&
    rest.length > 0 &&
    indentOf(first!) === only!.old &&
    only!.old.length < only!.file.length
  ) {
    const inFile = rest.every(line => indentOf(line).startsWith(only!.file));
    if (inFile || closesOuter(visible, only!.old)) return 'file but first';
  }
  const outermost = (indents: readonly string[]) => Math.min(...indents.map(indent => indent.length));
  const outer = {
    old: outermost(samples.map(each => each.old)),
    file: outermost(samples.map(each => each.file)),
    new: outermost(visible.map(indentOf)),
  };
  const shown = { old: 0, file: 0 };
  for (const [oldAt, newAt] of commonLines(old, wanted, off)) {
    const sample = off.get(oldAt)!;
    const indent = indentOf(wanted[newAt]!);
    if (indent === sample.old) shown.old++;
    else if (indent === sample.file) shown.file++;
  }
  // Lines may go deeper to just where the file has them, inside a block that is new.
  const known = new Set(old.map(trimBoth));
  const wraps = visible.some(line => opensBlock(line) && !known.has(trimBoth(line)));
  if (shown.old > 0) return shown.file > 0 && !(wraps && outer.new === outer.old) ? undefined : 'old';
  if (shown.file > 0) {
    if (outer.new === outer.old && outer.old !== outer.file) return wraps ? 'old' : undefined;
    return outer.new === outer.file || outer.old === outer.file ? 'file' : undefined;
  }
  if (outer.new === outer.old) return 'old';
  const one = samples.length === 1 && visible.length === 1;
  const changed =
    one ||
    samples.some(
      each =>
        each.file.length > each.old.length &&
        visible.some(line => indentOf(line) === each.file && similarity(line, old[each.line]!) >= 0.5),
    );
  return outer.new === outer.file && changed ? 'file' : undefined;
}

/** Whether a bracket closes, on the level of the first line, a block that the text did not open. */
function closesOuter(lines: readonly string[], level: string): boolean {
  let depth = 0;
  return lines.some(line => {
    depth -= /^[\s})\]]*/.exec(line)![0].replace(/\s/g, '').length;
    if (depth < 0 && indentOf(line).length <= level.length) return true;
    const body = trimBoth(line).replace(/^[})\]]+/, '');
    depth += (body.match(/[{([]/g)?.length ?? 0) - (body.match(/[})\]]/g)?.length ?? 0);
    return false;
  });
}

/** The lines that two texts have in common but for indentation, as numbers in each; brackets only where nothing else is. */
function commonLines(
  old: readonly string[],
  wanted: readonly string[],
  among: ReadonlyMap<number, unknown>,
): [number, number][] {
  const pairs: [number, number][] = [];
  let [oldAt, newAt] = [0, 0];
  for (const { mark } of compareLines(old, wanted, trimBoth)) {
    if (mark === ' ' && among.has(oldAt)) pairs.push([oldAt, newAt]);
    if (mark !== '+') oldAt++;
    if (mark !== '-') newAt++;
  }
  const telling = pairs.filter(([at]) => !isTrivial(old[at]!));
  return telling.length > 0 ? telling : pairs;
}

/**
 * How an added line is indented in the file, learnt from the lines that were found. One rule must explain all of them;
 * or all but the first or last one, which was cut or pushed alone. Samples that contradict each other tell nothing.
 */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  unit: string | undefined,
): (line: AddedLine) => string | undefined {
  const all = explain(samples, indents, unit);
  if (all) return ({ indent }) => all(indent);
  const [top, end] = [samples[0]!, samples.at(-1)!];
  const without = (odd: IndentSample) => samples.filter(each => each !== odd);
  const same = (each: IndentSample) => each.old === each.file;
  const odd = [top, end].find(each => without(each).every(same)) ?? (samples.length > 2 ? top : undefined);
  const rest = odd && samples.length > 1 ? explain(without(odd), indents, unit) : undefined;
  // Where the lines beside a change stand as the file has them, so do new ones, whatever happened further out.
  const written = ({ indent, near }: AddedLine) => {
    const known = near.filter(each => each !== undefined);
    return known.length > 0 && known.every(same) ? indent : undefined;
  };
  if (!odd || !rest) return written;
  return ({ indent, near, first }) => {
    if (first && odd === top && indent === odd.old) return odd.file;
    return near.includes(odd) && indent === odd.old ? undefined : rest(indent);
  };
}

/** The rule that all samples follow: none, a shift of the whole block, or other units and perhaps a shift. */
function explain(samples: readonly IndentSample[], indents: readonly string[], fileUnit?: string): Mapping | undefined {
  if (samples.every(each => each.old === each.file)) return indent => indent;
  const table = new Map(samples.map(each => [each.old, each.file]));
  if (samples.some(each => table.get(each.old) !== each.file)) return undefined;
  const unit = fileUnit ?? (samples.some(each => each.file.includes('\t')) ? '\t' : undefined);
  const seen = (rule: Mapping) => (indent: string) => table.get(indent) ?? rule(indent);
  const shift = shiftOf(samples);
  const scale = unit === undefined ? undefined : scaleOf(samples, indents, unit);
  const unseen = indents.filter(indent => !table.has(indent));
  const lands = (indent: string) => {
    const made = shift?.(indent);
    return made !== undefined && (unit === undefined || inUnits(made, unit)?.rest === 0);
  };
  // Only the unit differs, which says more than a shift that is right by chance.
  const rescaled = scale?.pure && unseen.some(indent => scale.map(indent) !== shift?.(indent));
  if (shift && unseen.every(lands) && !rescaled) return seen(shift);
  const rule = scale?.map ?? shift;
  return rule && seen(rule);
}

/** All lines went the same way further in or out. */
function shiftOf(samples: readonly IndentSample[]): Mapping | undefined {
  const [{ old, file }] = samples as [IndentSample];
  const added = file.slice(0, file.length - old.length);
  if (file.endsWith(old) && samples.every(each => each.file === added + each.old)) return indent => added + indent;
  const taken = old.slice(0, old.length - file.length);
  if (!old.endsWith(file) || samples.some(each => each.old !== taken + each.file)) return undefined;
  return indent => (indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
}

interface Scale {
  /** Only the unit differs: no level was added or taken besides. */
  readonly pure: boolean;
  readonly map: Mapping;
}

/** The same columns with tabs of some width for spaces or the other way round, or the same levels in other units. */
function scaleOf(samples: readonly IndentSample[], indents: readonly string[], unit: string): Scale | undefined {
  const used = [...samples.map(each => each.old), ...indents];
  const tabs = used.some(indent => indent.includes('\t'));
  for (const width of [unit === '\t' ? 4 : unit.length, 2, 4, 8]) {
    const expand = (indent: string) => indent.replaceAll('\t', ' '.repeat(width));
    const compress = (indent: string) => expand(indent).replaceAll(' '.repeat(width), '\t');
    for (const map of [expand, compress])
      if (samples.every(each => map(each.old) === each.file)) return { pure: true, map };
  }
  const step = used
    .map(indent => (tabs ? indent.replaceAll(' ', '') : indent).length)
    .reduce(tabs ? commonDivisor : commonStep, 0);
  const widest = step === 0 ? undefined : scaleBy((tabs ? '\t' : ' ').repeat(step), samples, unit);
  return tabs && !widest?.pure ? scaleBy('\t', samples, unit) : widest;
}

function scaleBy(own: string, samples: readonly IndentSample[], unit: string): Scale | undefined {
  const moves = samples.map(each => {
    const [from, to] = [inUnits(each.old, own), inUnits(each.file, unit)];
    return from && to && from.rest === to.rest ? to.levels - from.levels : undefined;
  });
  const [move] = moves;
  if (move === undefined || moves.some(each => each !== move)) return undefined;
  const map: Mapping = indent => {
    const at = inUnits(indent, own);
    return at && at.levels + move >= 0 ? unit.repeat(at.levels + move) + ' '.repeat(at.rest) : undefined;
  };
  return { pure: move === 0, map };
}

/** The step that widths have in common; odd ones, as those of comments with stars, are left out. */
function commonStep(step: number, width: number): number {
  return width % 2 === 1 ? step : commonDivisor(step, width);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function inUnits(indent: string, unit: string): { levels: number; rest: number } | undefined {
  if (unit.startsWith('\t')) {
    const parts = /^(\t*)( *)$/.exec(indent);
    if (!parts || parts[1]!.length % unit.length > 0) return undefined;
    return { levels: parts[1]!.length / unit.length, rest: parts[2]!.length };
  }
  if (/[^ ]/.test(indent)) return undefined;
  return { levels: Math.floor(indent.length / unit.length), rest: indent.length % unit.length };
}
