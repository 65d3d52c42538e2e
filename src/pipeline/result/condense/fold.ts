/** Lines in a row, and the words that stand in their place. */
export interface FoldedRow {
  /** Lines that are shown as they are, before the folded ones. */
  readonly before: readonly string[];
  readonly folded: number;
  readonly says: string;
  /** The lines that are shown in the place of a note, where nothing is lost. */
  readonly instead?: readonly string[];
}

/** The lines of an output; those from `end` on are left as they are. */
export type OutputLines = { readonly lines: readonly string[]; readonly end: number };

/** Characters of a line that are looked at. */
const LOOKED_AT = 400;

export const lineAt = ({ lines }: OutputLines, at: number): string => (lines[at] ?? '').slice(0, LOOKED_AT);

/** A frame of a stack trace in JavaScript, Java, Python and Rust. */
const FRAME =
  /^\s+(?:at .+|File ".+", line \d+.*|\d+: (?:0x[0-9a-f]+ - )?[\w<_].*|\.\.\. \d+ (?:more|common frames omitted))$/;

/** A frame of Python: below it stands its code, and sometimes a mark. */
const PYTHON = /^\s+File "/;
const BELOW = /^\s{3,}\S/;

/** A frame of somebody else's code. */
const FOREIGN =
  /node_modules\/|node:internal|\(node:|site-packages\/|dist-packages\/|lib\/python[\d.]+\/|\/rustc\/|\/\.cargo\/registry\/|\b(?:java|javax|jdk|sun|kotlin|scala|org\.(?:springframework|apache|junit|gradle|hibernate))\.|\b(?:core|std|alloc)::|\.\.\. \d+ (?:more|common)/;

/** Lines of a trace that are always shown: they tell where it happened. */
const FIRST = 4;

/** Folds a stack trace: its beginning and one's own frames stay; in Python the last one too, where it happened. */
export function foldTrace(output: OutputLines, at: number): FoldedRow | undefined {
  if (!isForeign(lineAt(output, at))) return undefined;
  for (let above = 1; above <= FIRST; above++) if (!isOfTrace(output, at - above)) return undefined;
  let to = at;
  let last = at;
  for (; to < output.end; to++) {
    const line = lineAt(output, to);
    if (isForeign(line)) last = to;
    else if (!isBelow(output, to)) break;
  }
  const until = PYTHON.test(lineAt(output, last)) ? last : to;
  if (until - at < 3) return undefined;
  return { before: [], folded: until - at, says: 'frames of other code' };
}

const isForeign = (line: string): boolean => FRAME.test(line) && FOREIGN.test(line);

const isOfTrace = (output: OutputLines, at: number): boolean =>
  at >= 0 && (FRAME.test(lineAt(output, at)) || isBelow(output, at));

function isBelow(output: OutputLines, at: number): boolean {
  const line = lineAt(output, at);
  if (!BELOW.test(line) || FRAME.test(line)) return false;
  return [1, 2].some(above => PYTHON.test(lineAt(output, at - above)));
}

/** An error of the TypeScript compiler, on one line. */
const ERROR = /^(\S.*)\((\d+,\d+)\): (error TS\d+: .*)$/;

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
