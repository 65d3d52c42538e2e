/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly old: string;
  readonly file: string;
}

type Rule = (indent: string) => string | undefined;

/**
 * How an added line is indented in the file, learnt from the lines that were found. One rule must explain all of them;
 * or all but the first or the last one, which was cut or pushed alone and says nothing about lines beside it.
 */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  unit: string | undefined,
): (indent: string, near: readonly IndentSample[]) => string | undefined {
  const same = (each: IndentSample) => each.old === each.file;
  // One line that is off among several that are not is odd, whatever rule would explain it by chance.
  const alone = samples.length > 2 && samples.filter(each => !same(each)).length === 1;
  for (const odd of alone ? [samples[0], samples.at(-1), undefined] : [undefined, samples[0], samples.at(-1)]) {
    const rest = samples.filter(each => each !== odd);
    if (odd && (rest.length === 0 || !(rest.every(same) || (odd === samples[0] && rest.length > 1)))) continue;
    const rule = explain(rest, indents, unit);
    if (rule) return (indent, near) => (odd && near.includes(odd) && indent === odd.old ? undefined : rule(indent));
  }
  // Where the lines beside a change stand as the file has them, so do new ones, whatever happened further out.
  return (indent, near) => (near.length > 0 && near.every(same) ? indent : undefined);
}

/** The first rule that all samples follow: none, tabs of some width, other units, a shift of the whole block, both. */
function explain(samples: readonly IndentSample[], indents: readonly string[], unit?: string): Rule | undefined {
  const table = new Map(samples.map(each => [each.old, each.file]));
  const shift = shiftOf(samples);
  const scale = unit === undefined ? undefined : scaleOf(samples, indents, unit);
  // A shift is meant only where no line gets off the grid that the found lines are on.
  const rest = (indent: string) => indent.length % (unit ?? ' ').length;
  const grid = new Set(samples.map(each => rest(each.file)));
  const lands = indents.every(indent => table.has(indent) || grid.has(rest(shift(indent) ?? indent)));
  const tabs = [2, 4, 8].flatMap((width): Rule[] => {
    const expand = (indent: string) => indent.replaceAll('\t', ' '.repeat(width));
    return [expand, indent => expand(indent).replaceAll(' '.repeat(width), '\t')];
  });
  const shifts = lands ? [shift] : [];
  const scales = scale ? [scale.rule] : [];
  const rules = [(indent: string) => indent, ...tabs, ...(scale?.pure ? scales : []), ...shifts, ...scales, shift];
  const rule = rules.find(each => samples.every(({ old, file }) => each(old) === file));
  return rule && (indent => table.get(indent) ?? rule(indent));
}

/** All lines went as far in or out as the first one. */
function shiftOf([sample]: readonly IndentSample[]): Rule {
  const { old, file } = sample!;
  if (file.endsWith(old)) return indent => file.slice(0, file.length - old.length) + indent;
  const taken = old.slice(0, old.length - file.length);
  return indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
}

/** The same levels in the file's unit, all moved as far as the first one; `pure` where only the unit differs. */
function scaleOf([sample]: readonly IndentSample[], indents: readonly string[], unit: string) {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const used = [sample!.old, ...indents];
  // Odd widths are those of comments with stars.
  const step = used.filter(indent => indent.length % 2 === 0).reduce((size, indent) => divisor(size, indent.length), 0);
  const own = used.some(indent => indent.includes('\t')) ? '\t' : ' '.repeat(step);
  const [from, to] = [inUnits(sample!.old, own), inUnits(sample!.file, unit)];
  if (!from || !to || own === unit) return undefined;
  const move = to.levels - from.levels;
  const rule: Rule = indent => {
    const at = inUnits(indent, own);
    return at && at.levels + move >= 0 ? unit.repeat(at.levels + move) + ' '.repeat(at.rest) : undefined;
  };
  return { pure: move === 0, rule };
}

function inUnits(indent: string, unit: string): { levels: number; rest: number } | undefined {
  const levels = unit === '' ? 0 : Math.floor((unit === '\t' ? /^\t*/.exec(indent)![0] : indent).length / unit.length);
  const rest = indent.slice(levels * unit.length);
  return indent.startsWith(unit.repeat(levels)) && /^ *$/.test(rest) ? { levels, rest: rest.length } : undefined;
}
