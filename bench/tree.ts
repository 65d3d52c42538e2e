import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tree of as many files as are ignored beside them; 141,000 lines of 20,000 files say `common`, one says `zebrafish`. */
export function makeTree(root: string, files: number): void {
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.gitignore'), 'ignored/\n');
  for (const top of ['src', 'ignored']) {
    for (let index = 0; index < files; index++) {
      const folder = join(root, top, `pack${Math.floor(index / 1000)}`, `part${Math.floor(index / 100) % 10}`);
      if (index % 100 === 0) mkdirSync(folder, { recursive: true });
      const rare = index === Math.floor(files / 2) && top === 'src' ? 'zebrafish\n' : '';
      writeFileSync(join(folder, `file${index}.${index % 3 === 0 ? 'md' : 'ts'}`), textOf(index) + rare);
    }
  }
}

const textOf = (index: number): string =>
  Array.from({ length: 40 }, (_, line) =>
    line % 6 === 0
      ? `export const common${index}_${line} = compute(${line});\n`
      : `  const value${line} = call(${index}, ${line});\n`,
  ).join('');

/** A text of that many bytes, in lines of a usual length. */
export function makeLines(bytes: number): string[] {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const line = `  const value${lines.length} = compute(${lines.length}, "some text here");`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines;
}

const PACKAGES = join(import.meta.dirname, '../node_modules');

/** Real code: copies of packages, some under several names, until there are enough files. */
export function makeCodeTree(root: string, files: number): void {
  const packages = readdirSync(PACKAGES).filter(name => !name.startsWith('.') && name !== 'toolgate');
  for (let round = 0, count = 0; count < files; round++) {
    for (const name of packages) {
      if (count >= files) break;
      const to = join(root, `part${round}`, name);
      cpSync(join(PACKAGES, name), to, {
        recursive: true,
        filter: from => !/\/node_modules\/.*\/node_modules(?:\/|$)/.test(from),
      });
      count += readdirSync(to, { recursive: true }).filter(one =>
        /\.(?:[cm]?[jt]sx?|json|md)$/.test(String(one)),
      ).length;
    }
  }
}
