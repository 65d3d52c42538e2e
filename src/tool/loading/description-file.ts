import { findPackageJSON } from 'node:module';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';

/** The file that called the function which asks, as a URL; undefined for a caller without a file (a prompt). */
export function callingModule(): string | undefined {
  // The call sites: first this function, then the one that asks, then its caller.
  const name = getCallSites(3)[2]?.scriptName ?? '';
  if (name.startsWith('file:')) return name;
  return isAbsolute(name) ? pathToFileURL(name).href : undefined;
}

/**
 * Where a description file may lie. A relative path is taken from the module that names it, else from the root of that
 * module's package; never from where the process happens to be.
 */
export function placesOfDescription(file: string | URL, module: string | undefined): readonly URL[] {
  if (file instanceof URL) return [file];
  if (isAbsolute(file)) return [pathToFileURL(file)];
  if (module === undefined) return [];
  const manifest = findPackageJSON('.', module);
  const bases = [module, ...(manifest ? [pathToFileURL(manifest).href] : [])];
  return bases.map(base => new URL(encodeURI(file.replaceAll('\\', '/')), base));
}

/** Fills `${workspace}`, `${directory}` and `${cwd}`; other variables stay as they are. */
export const fillVariables = (template: string, place: { readonly workspace: string; readonly cwd: string }): string =>
  template.replace(/\$\{(workspace|directory|cwd)\}/g, (_, name) =>
    name === 'workspace' ? place.workspace : place.cwd,
  );
