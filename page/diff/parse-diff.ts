/** One line of a unified diff. `old` and `new` are line numbers. */
export interface DiffLine {
  readonly kind: 'same' | 'add' | 'remove' | 'note' | 'hunk';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
}

export interface DiffFile {
  readonly name: string;
  /** What it was called before, where it was moved. */
  readonly from?: string;
  readonly what: 'new' | 'deleted' | 'moved' | 'changed';
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  /** It ends before its last line. */
  readonly cut?: boolean;
}

/** The files of a unified diff. What it does not understand is kept as a note, so that nothing is hidden. */
export function parseDiff(text: string): readonly DiffFile[] {
  const files: Draft[] = [];
  let at: At = { old: 0, new: 0, oldLeft: 0, newLeft: 0 };
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    if (at.oldLeft <= 0 && at.newLeft <= 0) {
      const labels = line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true;
      const file = begins(line, labels, files.at(-1)) ? startFile(files) : (files.at(-1) ?? startFile(files));
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk) {
        at = { old: +hunk[1]!, new: +hunk[3]!, oldLeft: +(hunk[2] ?? 1), newLeft: +(hunk[4] ?? 1) };
        file.begun = true;
        file.lines.push({ kind: 'hunk', text: line });
      } else if (line.startsWith('+++ ') || line.startsWith('--- ')) takeLabel(file, line);
      else takeNote(file, line);
      continue;
    }
    const file = files.at(-1)!;
    if (IN_HUNK.test(line)) takeLine(file, line, at);
    else {
      // What else stands in the middle of a hunk is where a huge diff was cut; another file may follow.
      at = { ...at, oldLeft: 0, newLeft: 0 };
      file.lines.push({ kind: 'note', text: line });
      file.cut = true;
    }
  }
  const last = files.at(-1);
  if (last && (at.oldLeft > 0 || at.newLeft > 0)) last.cut = true;
  return files.map(({ begun: _, ...file }) => file);
}

const IN_HUNK = /^(?:[ +\\-]|$)/;
const FIRST_OF_A_FILE = /^(?:rename from |old mode |new mode |(?:new|deleted) folder )/;

interface Draft {
  name: string;
  from?: string;
  what: DiffFile['what'];
  added: number;
  removed: number;
  lines: DiffLine[];
  cut?: boolean;
  /** Its labels or lines were seen: what introduces a file introduces the next one. */
  begun: boolean;
}

type At = { old: number; new: number; oldLeft: number; newLeft: number };

/** A move without other changes has no labels: those of another file that follow are not its own. */
function begins(line: string, labels: boolean, last: Draft | undefined): boolean {
  if (line.startsWith('diff ')) return true;
  if (!last) return labels;
  if (labels) return last.begun || (last.from !== undefined && pathIn(line) !== last.from);
  return FIRST_OF_A_FILE.test(line) && (last.begun || (last.from !== undefined && !line.startsWith('new mode ')));
}

function startFile(files: Draft[]): Draft {
  const file: Draft = { name: '', what: 'changed', added: 0, removed: 0, lines: [], begun: false };
  files.push(file);
  return file;
}

const pathIn = (label: string): string =>
  label
    .slice(4)
    .split('\t')[0]!
    .replace(/^[ab]\//, '');

/** The new name, or the old one of a file that is gone. */
function takeLabel(file: Draft, line: string): void {
  const path = pathIn(line);
  file.begun = true;
  if (path !== '/dev/null') file.name = path;
  else file.what = line.startsWith('---') ? 'new' : 'deleted';
}

function takeNote(file: Draft, line: string): void {
  const moved = /^rename (from|to) (.*)$/.exec(line);
  const folder = /^(new|deleted) folder (.*)$/.exec(line);
  if (moved?.[1] === 'from') file.from = moved[2]!;
  if (moved?.[1] === 'to') file.name = moved[2]!;
  if (moved) file.what = 'moved';
  if (folder) Object.assign(file, { what: folder[1], name: folder[2], begun: true });
  file.lines.push({ kind: 'note', text: line });
}

function takeLine(file: Draft, line: string, at: At): void {
  const text = line.slice(1);
  if (line.startsWith('\\')) file.lines.push({ kind: 'note', text: line });
  else if (line.startsWith('+')) {
    at.newLeft--;
    file.added++;
    file.lines.push({ kind: 'add', text, new: at.new++ });
  } else if (line.startsWith('-')) {
    at.oldLeft--;
    file.removed++;
    file.lines.push({ kind: 'remove', text, old: at.old++ });
  } else {
    at.oldLeft--;
    at.newLeft--;
    file.lines.push({ kind: 'same', text, old: at.old++, new: at.new++ });
  }
}
