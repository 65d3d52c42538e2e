/** Names that models give to a path, whatever the tool calls it. Other → own. */
export const FILE_NAMES = Object.freeze({
  file_path: 'path',
  filepath: 'path',
  file: 'path',
  file_name: 'path',
  filename: 'path',
  target_file: 'path',
  absolute_path: 'path',
  relative_path: 'path',
});

export const FOLDER_NAMES = Object.freeze({
  directory: 'path',
  dir: 'path',
  dir_path: 'path',
  directory_path: 'path',
  folder: 'path',
  folder_path: 'path',
  cwd: 'path',
  relative_path: 'path',
  absolute_path: 'path',
});
