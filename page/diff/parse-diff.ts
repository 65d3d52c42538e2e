/** One line of a unified diff. `old` and `new` are line numbers. */
export interface DiffLine {
  readonly kind: 'same' | 'add' | 'remove' | 'note' | 'hunk';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
}

export interface DiffFile {
  readonly name: string;
  readonly lines: readonly DiffLine[];
  /** It ends before its last line. */
  readonly cut?: boolean;
}

/** The files of a unified diff. What it does not understand is kept as a note, so that nothing is hidden. */
export function parseDiff(text: string): readonly DiffFile[] {
  const files: Draft[] = [];
  let at = { old: 0, new: 0, oldLeft: 0, newLeft: 0 };
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    if (at.oldLeft <= 0 && at.newLeft <= 0) {
      const begins = line.startsWith('diff ') || (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ '));
      if (begins && !(line.startsWith('--- ') && isFresh(files.at(-1)))) files.push({ name: '', lines: [] });
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      const file = files.at(-1) ?? startFile(files);
      if (hunk) {
        at = { old: +hunk[1]!, new: +hunk[3]!, oldLeft: +(hunk[2] ?? 1), newLeft: +(hunk[4] ?? 1) };
        file.lines.push({ kind: 'hunk', text: line });
      } else if (line.startsWith('+++ ') || line.startsWith('--- ')) name(file, line);
      else file.lines.push({ kind: 'note', text: line });
      continue;
    }
    const file = files.at(-1)!;
    if (IN_HUNK.test(line)) file.lines.push(lineOf(line, at));
    else {
      // What else stands in the middle of a hunk is where a huge diff was cut; another file may follow.
      at = { ...at, oldLeft: 0, newLeft: 0 };
      file.lines.push({ kind: 'note', text: line });
      file.cut = true;
    }
  }
  const last = files.at(-1);
  if (last && (at.oldLeft > 0 || at.newLeft > 0)) last.cut = true;
  return files;
}

const IN_HUNK = /^(?:[ +\\-]|$)/;

interface Draft {
  name: string;
  lines: DiffLine[];
  cut?: boolean;
}

type At = { old: number; new: number; oldLeft: number; newLeft: number };

function lineOf(line: string, at: At): DiffLine {
  const text = line.slice(1);
  if (line.startsWith('\\')) return { kind: 'note', text: line };
  if (line.startsWith('+')) {
    at.newLeft--;
    return { kind: 'add', text, new: at.new++ };
  }
  if (line.startsWith('-')) {
    at.oldLeft--;
    return { kind: 'remove', text, old: at.old++ };
  }
  at.oldLeft--;
  at.newLeft--;
  return { kind: 'same', text, old: at.old++, new: at.new++ };
}

const isFresh = (file: { lines: readonly DiffLine[]; name: string } | undefined): boolean =>
  file !== undefined && file.name === '' && file.lines.every(({ kind }) => kind === 'note');

function startFile(files: Draft[]): Draft {
  const file: Draft = { name: '', lines: [] };
  files.push(file);
  return file;
}

/** The new name, or the old one of a file that is gone. */
function name(file: { name: string }, line: string): void {
  const path = line
    .slice(4)
    .split('\t')[0]!
    .replace(/^[ab]\//, '');
  if (path !== '/dev/null') file.name = path;
}
