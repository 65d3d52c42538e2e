import { dirname, join } from 'node:path';

interface InstalledTools {
  /** Whether a tool or a package is installed in a folder of packages here or above, where Node looks for it. */
  isInstalled(name: string, cwd: string): boolean;
  /** A text that changes when another tool is installed or removed. */
  stateAt(cwd: string): string;
}

/** Tells which tools of packages are installed; `identity` is a text for the entry at a path, undefined for none. */
export const installedTools = (identity: (absolute: string) => string | undefined): InstalledTools => ({
  isInstalled: (name, cwd) =>
    /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name) &&
    !/^\.{1,2}$/.test(name) &&
    foldersAbove(cwd).some(folder =>
      [`.bin/${name}`, `${name}/package.json`].some(path => identity(join(folder, 'node_modules', path)) !== undefined),
    ),
  stateAt: cwd =>
    foldersAbove(cwd)
      .flatMap(folder => [join(folder, 'node_modules/.bin'), join(folder, 'node_modules')])
      .map(folder => identity(folder) ?? '')
      .join(),
});

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
