import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest, type Tree } from './tree.ts';

const LINES_OF_A_FILE = 300;
const LINES_OF_A_FUNCTION = 99;
const FILES_OF_A_FOLDER = 20;

const VERBS: ReadonlySet<string> = new Set(
  `ask build check compile create decide describe explain find follow format forget from get is keep list load make mark
  match may open parse place prepare read recover render resolve run say search serve start tell to use wait walk watch
  with write`.split(/\s+/),
);

/** Files and functions that a reader can hold in the head. */
export function* sizeViolations(tree: Tree): Generator<string> {
  for (const [path, text] of tree) {
    if (isTest(path)) continue;
    const lines = text.split('\n').length - 1;
    if (lines > LINES_OF_A_FILE) yield `src/${path}: ${lines} lines; ${LINES_OF_A_FILE} are the most`;
    for (const { line, length } of functionsOf(path, text)) {
      if (length > LINES_OF_A_FUNCTION) {
        yield `src/${path}:${line}: a function of ${length} lines; ${LINES_OF_A_FUNCTION} are the most`;
      }
    }
  }
}

/** Folders that a reader sees at a glance, of tests and scripts too. */
export function* folderViolations(paths: Iterable<string>): Generator<string> {
  for (const [folder, files] of Map.groupBy(paths, path => posix.dirname(path))) {
    if (files.length > FILES_OF_A_FOLDER) yield `${folder}: ${files.length} files; ${FILES_OF_A_FOLDER} are the most`;
    for (const prefix of nounsSharedByFour(files)) yield `${folder}: ${prefix}-* are four files, or a folder`;
  }
}

/**
 * First words of file names. A verb says what each file does; a noun shared by four is a thing with a folder, but for
 * parts of the page, each of which has the name of its file.
 */
function nounsSharedByFour(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) {
    const [word, rest] = posix.basename(path).split('-', 2);
    if (rest !== undefined && !isTest(path) && !path.endsWith('.tsx') && !VERBS.has(word!))
      counts.set(word!, (counts.get(word!) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= 4).map(([word]) => word);
}

function functionsOf(path: string, text: string): { line: number; length: number }[] {
  const found: { line: number; length: number }[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const note = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(start);
    found.push({ line, length: lineAt(end) - line + 1 });
  };
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(
    parseSync(path, text).program,
  );
  return found;
}
