import { forms } from './texts.ts';

/** All names of a tool, and cases that hold for each. */
export interface ToolCases {
  readonly names: readonly string[];
  /** Arguments as sent, and the tool's own that they mean. */
  readonly meant: readonly (readonly [sent: unknown, args: Readonly<Record<string, unknown>>])[];
  readonly refused: readonly unknown[];
}

/** What models call a file, and a folder. */
export const FILE_NAMES = [
  'path',
  'file_path',
  'filePath',
  'FilePath',
  'filepath',
  'file-path',
  'file',
  'filename',
  'file_name',
  'fileName',
  'target_file',
  'targetFile',
  'absolute_path',
  'absolutePath',
  'relative_path',
  'Path',
  'PATH',
];
export const FOLDER_NAMES = [
  'path',
  'directory',
  'dir',
  'dir_path',
  'directoryPath',
  'folder',
  'folder_path',
  'cwd',
  'Path',
];

/** The same under each name of one parameter. */
export const named = (names: readonly string[], value: unknown, rest: object, own: Readonly<Record<string, unknown>>) =>
  names.map(name => [{ [name]: value, ...rest }, own] as const);

/** The same in every form that whole arguments come in. */
export const written = (sent: object, own: Readonly<Record<string, unknown>>) =>
  forms(sent).map(text => [text, own] as const);
