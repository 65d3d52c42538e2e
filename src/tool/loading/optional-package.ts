import { ToolError } from '../error.ts';
import { plainRequire } from './plain-require.ts';

export interface PackageNeed {
  /** The feature that needs the package, as the beginning of a sentence: "A store in PostgreSQL". */
  readonly by: string;
  /** The oldest version that works, such as `8.23.0`. */
  readonly since: string;
  /** The module of the package, where it is not the package itself: `tools` of `@langchain/core`. */
  readonly part?: string;
  /** The name to install; default the package. */
  readonly install?: string;
  /** An import that bundlers follow, for users who build on the package anyway: it is in the bundle too. */
  readonly load?: () => Promise<unknown>;
}

/**
 * Loads a package that the user may not have, or has in another version for other reasons. Versions are checked here
 * and not at the install: a package that is not used must not stop an install.
 */
export async function optionalPackage<Module>(name: string, need: PackageNeed): Promise<Module> {
  const { by, since, part, install = name } = need;
  const load = need.load ?? (() => importUnseen(part === undefined ? name : `${name}/${part}`));
  const version = installedVersion(name);
  if (version !== undefined && isOlder(version, since))
    throw new ToolError('EXECUTION_ERROR', `${by} needs ${name} ${since} or newer, and ${version} is installed`, {
      suggestion: `Install a newer one: npm install ${name}@latest`,
    });
  try {
    return (await load()) as Module;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new ToolError('EXECUTION_ERROR', `${by} needs the package ${name}`, {
      suggestion: `Install it: npm install ${install} (with -g beside a global toolgate).`,
      cause,
    });
  }
}

/** An import that bundlers leave alone: the package is the user's, often missing, or finds files by its own place. */
export const importUnseen = (name: string): Promise<unknown> =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);

/** The version that a package gives; undefined where the package is not installed, or gives none. */
function installedVersion(name: string): string | undefined {
  try {
    const { version } = plainRequire()(`${name}/package.json`) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Compares by the numbers alone: a version before the first of its numbers counts as that. */
function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => (/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
  const wanted = numbers(than);
  const there = numbers(version);
  const at = wanted.findIndex((number, index) => number !== (there[index] ?? 0));
  return at >= 0 && (there[at] ?? 0) < wanted[at]!;
}
