import { type FoldedRow, lineAt, type OutputLines } from './fold.ts';

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
