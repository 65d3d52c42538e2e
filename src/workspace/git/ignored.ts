import ignore, { type Ignore } from 'ignore';
import { joinPath, parentOf } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { beforeCalls } from '../undo/before-calls.ts';

/** A .gitignore as it is, and as it was before calls changed it. */
interface Rules {
  readonly now: Ignore;
  readonly before: Ignore;
}

export type GitIgnores = ReturnType<typeof createGitIgnores>;

/** Folders that .gitignore files name, both as they are and as they were before calls changed them. */
export function createGitIgnores(ground: Ground, read: (path: string) => string | undefined) {
  const rulesIn = new Map<string, Promise<Rules | undefined>>();

  async function has(folder: string): Promise<boolean> {
    const rules: [at: string, Rules][] = [];
    for (let at = parentOf(folder); ; at = parentOf(at)) {
      const found = await rulesOf(at);
      if (found) rules.push([at, found]);
      if (at === '.') break;
    }
    return (['now', 'before'] as const).every(when => isNamed(folder, rules, when));
  }

  function rulesOf(folder: string): Promise<Rules | undefined> {
    const known = rulesIn.get(folder) ?? readRules(folder);
    rulesIn.set(folder, known);
    return known;
  }

  async function readRules(folder: string): Promise<Rules | undefined> {
    const path = joinPath(folder, '.gitignore');
    const text = read(path);
    if (text === undefined) return undefined;
    const now = ignore().add(text);
    const before = await beforeCalls(ground, path);
    if (before === 'untouched') return { now, before: now };
    const sha = before === 'made' ? undefined : before.sha;
    const kept = sha === undefined ? undefined : await ground.store.journal.blob(sha);
    return { now, before: ignore().add(kept ? Buffer.from(kept).toString('utf8') : []) };
  }

  return { has };
}

/** Whether rules name a folder: among the files on the way up, the nearest that names the folder decides. */
function isNamed(folder: string, rules: readonly (readonly [at: string, Rules])[], when: keyof Rules): boolean {
  for (const [at, rule] of rules) {
    const verdict = rule[when].test(`${at === '.' ? folder : folder.slice(at.length + 1)}/`);
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
