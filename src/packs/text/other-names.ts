/**
 * The names that models give to parameters on their own: own name → others, with underscores. Gives other → own, the
 * others in camel case too. (How the own names are written is the coercion's business.)
 */
export function otherNames(names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  const table: Record<string, string> = {};
  for (const [own, others] of Object.entries(names)) {
    for (const other of others) {
      table[other] = own;
      table[other.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = own;
    }
  }
  return Object.freeze(table);
}

/** What models call the path of a file, and of a folder. */
export const FILE = [
  'file_path',
  'filepath',
  'file',
  'file_name',
  'filename',
  'target_file',
  'absolute_path',
  'relative_path',
] as const;
export const FOLDER = [
  'directory',
  'dir',
  'dir_path',
  'directory_path',
  'folder',
  'folder_path',
  'cwd',
  'absolute_path',
  'relative_path',
] as const;
