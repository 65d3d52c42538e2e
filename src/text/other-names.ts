/**
 * Other names that models give to parameters: takes each own name with its other names, gives each other name with its
 * own. Case and separators do not matter: `file_path` stands for `filePath` too.
 */
export function otherNames(names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  return Object.freeze(
    Object.fromEntries(Object.entries(names).flatMap(([own, others]) => others.map(other => [other, own]))),
  );
}

/** Names that models give to the path of a file, and of a folder. */
export const FILE = ['file_path', 'file', 'file_name', 'target_file', 'absolute_path', 'relative_path'] as const;
export const FOLDER: readonly string[] = [
  ...['directory', 'dir', 'dir_path', 'directory_path', 'folder', 'folder_path', 'target_directory'],
  ...['relative_workspace_path', 'cwd', 'absolute_path', 'relative_path'],
];
