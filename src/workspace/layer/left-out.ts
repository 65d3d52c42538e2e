import ignore, { type Ignore } from 'ignore';
import { type Base, lookOrAbsent } from '../base.ts';
import { parentOf } from '../folders.ts';

/** Which folders are left out of undo. */
export interface LeaveOut {
  /** Also what .gitignore files name. */
  readonly gitignore: boolean;
  /** Patterns as in a .gitignore at the workspace's root. */
  readonly patterns: readonly string[];
}

/** What tools make anew from what is written down elsewhere. */
export const LEAVE_OUT: LeaveOut = { gitignore: true, patterns: ['node_modules/', '.venv/', '__pycache__/'] };

const LARGEST = 1024 * 1024;

/**
 * Tells whether a folder is one that is taken over without images. Only folders: a single ignored file, such as the
 * one with a project's secrets, is written by people.
 */
export function leftOutOf(base: Base, rule: LeaveOut): (folder: string) => boolean {
  const always = ignore().add([...rule.patterns]);
  const rules = new Map<string, Ignore | undefined>();
  const known = new Map<string, boolean>();

  const ruleOf = (folder: string): Ignore | undefined => {
    if (!rules.has(folder)) rules.set(folder, readRule(base, folder));
    return rules.get(folder);
  };
  /** The .gitignore that is nearest to the folder has the last word. */
  const named = (folder: string): boolean => {
    if (always.ignores(`${folder}/`)) return true;
    if (!rule.gitignore) return false;
    for (let above = parentOf(folder); ; above = parentOf(above)) {
      const verdict = ruleOf(above)?.test(`${above === '.' ? folder : folder.slice(above.length + 1)}/`);
      if (verdict?.ignored || verdict?.unignored) return verdict.ignored;
      if (above === '.') return false;
    }
  };
  const isLeftOut = (folder: string): boolean => {
    if (folder === '.' || folder === '.git' || folder.startsWith('.git/')) return false;
    const before = known.get(folder);
    if (before !== undefined) return before;
    const answer = isLeftOut(parentOf(folder)) || named(folder);
    known.set(folder, answer);
    return answer;
  };
  return isLeftOut;
}

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
