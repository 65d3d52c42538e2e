import ignore, { type Ignore } from 'ignore';
import { type Base, lookOrAbsent } from '../base.ts';
import { parentOf } from '../folders.ts';

/**
 * What a user says of folders outside of undo: patterns as in a .gitignore at the workspace's root, which have the last
 * word (`!dist/` takes one in). False: no folder is outside.
 */
export type OutsideUndo = readonly string[] | false;

/** What tools make anew from what is written down elsewhere; so is what .gitignore files name. */
const MADE_ANEW = ['node_modules/', '.venv/', '__pycache__/'];

const LARGEST = 1024 * 1024;

/**
 * Tells whether a folder is one that is taken over without images. Only folders: a single ignored file, such as the
 * one with a project's secrets, is written by people.
 */
export function leftOutOf(base: Base, outside: OutsideUndo = []): (folder: string) => boolean {
  if (outside === false) return () => false;
  const own = ignore().add([...MADE_ANEW, ...outside]);
  const rules = new Map<string, Ignore | undefined>();
  const known = new Map<string, Standing>([['.', 'in']]);

  const ruleOf = (folder: string): Ignore | undefined => {
    if (!rules.has(folder)) rules.set(folder, readRule(base, folder));
    return rules.get(folder);
  };
  /** The .gitignore that is nearest to the folder has the last word. */
  const isIgnored = (folder: string): boolean => {
    for (let above = parentOf(folder); ; above = parentOf(above)) {
      const verdict = ruleOf(above)?.test(`${above === '.' ? folder : folder.slice(above.length + 1)}/`);
      if (verdict?.ignored || verdict?.unignored) return verdict.ignored;
      if (above === '.') return false;
    }
  };
  const judge = (folder: string): Standing => {
    const above = standingOf(parentOf(folder));
    const said = above === 'out' ? undefined : own.test(`${folder}/`);
    if (!said || said.ignored) return 'out';
    if (said.unignored || above === 'kept') return 'kept';
    return isIgnored(folder) ? 'out' : 'in';
  };
  const standingOf = (folder: string): Standing => {
    const standing = known.get(folder) ?? judge(folder);
    known.set(folder, standing);
    return standing;
  };
  return folder => folder !== '.git' && !folder.startsWith('.git/') && standingOf(folder) === 'out';
}

/** `kept`: the user keeps it within undo with all below it, whatever a .gitignore says. */
type Standing = 'out' | 'in' | 'kept';

function readRule(base: Base, folder: string): Ignore | undefined {
  const path = folder === '.' ? '.gitignore' : `${folder}/.gitignore`;
  const node = lookOrAbsent(base, path);
  if (node.kind !== 'file' || node.size > LARGEST) return undefined;
  try {
    return ignore().add(Buffer.from(base.read(path)).toString('utf8'));
  } catch {
    return undefined;
  }
}
