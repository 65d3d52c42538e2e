import { ToolError } from '../../../tool/error.ts';
import { isPython, type Manager } from './detect-installer.ts';

/** A name in the registry, perhaps with a version, a range or a tag: no option, address, path or alias. */
const JAVASCRIPT = /^(@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*(?:@[a-z0-9^~<>=*|. +_-]+)?$/i;
const VERSION = String.raw`(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+`;
const PYTHON = new RegExp(
  String.raw`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9._, -]+\])?(?:\s*${VERSION}(?:\s*,\s*${VERSION})*)?$`,
);
const LONGEST = 214;

/** Throws for a text that is not a plain name of a package. */
export function checkPackageNames(packages: readonly string[], manager: Manager): void {
  const form = isPython(manager) ? PYTHON : JAVASCRIPT;
  const bad = packages.filter(name => name.length > LONGEST || name.startsWith('-') || !form.test(name));
  if (bad.length === 0) return;
  const example = isPython(manager) ? 'requests or "requests>=2,<3"' : 'left-pad, "left-pad@^1.3.0" or "@scope/name@2"';
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `${bad.map(name => JSON.stringify(name.slice(0, 80))).join(', ')}: not the name of a package for ${manager}; nothing was installed`,
    { suggestion: `Give names of the registry, such as ${example}. Addresses, paths and repositories are not taken.` },
  );
}

/** The name without its version. */
export const bareName = (given: string, manager: Manager): string =>
  isPython(manager) ? (/^[A-Za-z0-9._-]+/.exec(given)?.[0] ?? given) : given.replace(/(?<=.)@.*$/, '');
