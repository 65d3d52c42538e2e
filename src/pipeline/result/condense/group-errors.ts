import { type FoldedRow, lineAt, type OutputLines } from './fold.ts';

/** An error of the TypeScript compiler, on one line. */
const ERROR = /^(\S.*)\((\d+,\d+)\): (error TS\d+: .*)$/;

/** So many errors in a row are grouped. */
const MANY = 8;
/** Characters of a line with places. */
const WIDTH = 160;

/** Groups errors that say the same of many places: they are told once, with every place, and nothing is lost. */
export function groupErrors(output: OutputLines, at: number): FoldedRow | undefined {
  // A row is looked at once, from its beginning.
  if (ERROR.test(lineAt(output, at - 1))) return undefined;
  const groups = new Map<string, { first: string; places: Map<string, string[]> }>();
  let to = at;
  for (; to < output.end; to++) {
    const [line, file = '', place = '', said = ''] = ERROR.exec(lineAt(output, to)) ?? [];
    // A long row of errors may be cut here.
    if (line === undefined || line !== output.lines[to]) break;
    const group = groups.get(said);
    if (!group) groups.set(said, { first: line, places: new Map() });
    else group.places.set(file, [...(group.places.get(file) ?? []), `(${place})`]);
  }
  const count = to - at;
  if (count < MANY || groups.size > count / 2) return undefined;
  const instead = [...groups.values()].flatMap(({ first, places }) => [first, ...placesOf(places)]);
  return { before: [], folded: count, says: 'errors', instead };
}

function placesOf(places: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const lines: string[] = [];
  for (const [file, own] of places) {
    const said = `${file}${own.join(' ')}`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + said.length + 2 <= WIDTH) lines[lines.length - 1] = `${last}, ${said}`;
    else lines.push(`  also at ${said}`);
  }
  return lines;
}
