import { isAbsolute, join, normalize, relative } from 'node:path';

/** Paths of the workspace as the editor writes them: it may have come to the folder by a link. */
export interface EditorPaths {
  readonly root: string;
  /** The absolute path that the editor knows; undefined for what lies outside of the workspace, or is no path. */
  toEditor(path: string): string | undefined;
  /** The absolute path in the workspace of one that the editor names. */
  fromEditor(path: string): string | undefined;
}

export function editorPaths(root: string, folder: string): EditorPaths {
  const move = (path: string, to: string): string | undefined => {
    if (path === '' || path.length > 4_096 || /\p{Cc}/u.test(path)) return undefined;
    const names = isAbsolute(path) ? [relative(folder, path), relative(root, path)] : [normalize(path)];
    const inside = names.find(name => name !== '' && name !== '.' && name.split('/')[0] !== '..');
    return inside === undefined ? undefined : join(to, inside);
  };
  return { root, toEditor: path => move(path, folder), fromEditor: path => move(path, root) };
}
