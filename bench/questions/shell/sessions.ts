import { numberFor, oneOf } from '../session.ts';
import { KITS, type Kit } from './kits.ts';

export interface ShellCommand {
  readonly command: string;
  /** What the command and the thought before it take, estimated. */
  readonly minutes: number;
}

export interface ShellSession {
  readonly id: string;
  readonly commands: readonly ShellCommand[];
}

type Step =
  | 'look'
  | 'search'
  | 'read'
  | 'edit'
  | 'build'
  | 'test'
  | 'one'
  | 'lint'
  | 'install'
  | 'own'
  | 'git'
  | 'commit'
  | 'push'
  | 'service';

const MINUTES: Readonly<Record<Step, number>> = {
  look: 0.2,
  search: 0.3,
  read: 0.3,
  edit: 0.6,
  build: 1.2,
  test: 1.5,
  one: 0.8,
  lint: 0.6,
  install: 1,
  own: 0.4,
  git: 0.2,
  commit: 0.4,
  push: 0.4,
  service: 0.7,
};

/** What agents type in every language; `F` and `W` are filled in from the kit. */
const COMMON: Readonly<Record<Exclude<Step, keyof Kit>, readonly string[]>> = {
  look: [
    'ls -la',
    'pwd && ls',
    'git status',
    'find . -maxdepth 2 -type d | grep -v .git | head -50',
    'tree -L 2',
    'ls -R | head -60',
    'du -sh .',
  ],
  search: [
    'rg -n "W" .',
    'grep -rn "W" --include="*" . | head -20',
    'git grep -n "W"',
    'rg --files | rg F',
    'find . -name "*.md" -not -path "*/node_modules/*"',
    'grep -rln "W" . | xargs wc -l | tail -1',
  ],
  read: [
    'cat F',
    'sed -n "1,120p" F',
    'head -50 F',
    'tail -n 30 F',
    'wc -l F',
    'nl -ba F | sed -n 10,40p',
    'awk "NR>=10 && NR<=40" F',
    'cat README.md | head -40',
  ],
  edit: [
    'sed -i "s/foo/bar/g" F',
    "cat > F <<'EOF'\n// new content\nexample\nEOF",
    'printf "one more line\\n" >> F',
    'perl -pi -e "s/old_name/new_name/g" F',
    'mv F F.bak && cp F.bak F',
    'mkdir -p notes && touch notes/plan.md',
    'git apply fix.patch',
    'rm F.bak',
  ],
  git: [
    'git diff',
    'git log --oneline -10',
    'git diff --stat',
    'git show HEAD --stat',
    'git blame F | head -20',
    'git branch -a',
    'git stash && git stash pop',
    'git checkout -b fix/empty',
    'git restore F',
    'git diff HEAD~1 -- F',
  ],
  commit: [
    'git add -A && git commit -m "Fix the empty case"',
    'git add F && git commit -m "Handle empty input" -m "See the issue."',
    'git commit --amend --no-edit',
    'git rebase main',
    'git merge --no-ff fix/empty',
  ],
  push: [
    'git push -u origin fix/empty',
    'git fetch origin && git rebase origin/main',
    'git pull --ff-only',
    'gh pr create --fill',
    'gh issue view 12',
  ],
  service: [
    'docker compose up -d db',
    'curl -s http://localhost:3000/health',
    'psql -h localhost -c "select 1"',
    'lsof -i :3000',
    'ps aux | grep node | head',
    'kill %1',
    'timeout 5 curl -sf localhost:8080/metrics | head',
    'tail -n 50 logs/app.log',
    'sleep 2 && curl -s localhost:3000 | head -5',
  ],
};

const round = (...steps: readonly Step[]): readonly Step[] => steps;
const BEGIN = round('look', 'look', 'read', 'search', 'search', 'read', 'git');
const END = round('git', 'git', 'commit');

/** How such a session goes, by its errand. */
const ERRANDS: Readonly<Record<string, readonly Step[]>> = {
  bug: [...BEGIN, 'one', 'read', 'edit', 'one', 'edit', 'one', 'test', 'lint', ...END],
  feature: [
    ...BEGIN,
    'install',
    'edit',
    'edit',
    'build',
    'edit',
    'build',
    'one',
    'edit',
    'one',
    'read',
    'edit',
    'test',
    'lint',
    'own',
    'test',
    ...END,
    'push',
  ],
  refactor: [
    ...BEGIN,
    'search',
    'test',
    'edit',
    'build',
    'edit',
    'build',
    'edit',
    'edit',
    'build',
    'search',
    'read',
    'edit',
    'build',
    'test',
    'lint',
    'git',
    'edit',
    'test',
    ...END,
  ],
  review: [
    ...BEGIN,
    'git',
    'git',
    'read',
    'read',
    'search',
    'git',
    'build',
    'test',
    'read',
    'git',
    'own',
    'search',
    'read',
  ],
  upgrade: [
    ...BEGIN,
    'install',
    'own',
    'install',
    'build',
    'search',
    'edit',
    'build',
    'edit',
    'test',
    'read',
    'edit',
    'test',
    'own',
    'install',
    'lint',
    ...END,
    'push',
  ],
  service: [
    ...BEGIN,
    'service',
    'own',
    'service',
    'read',
    'edit',
    'service',
    'build',
    'service',
    'own',
    'service',
    'edit',
    'test',
    'service',
    ...END,
  ],
};

const ROUNDS = round('read', 'search', 'edit', 'build', 'one', 'git', 'own', 'test');

function sessionOf(kit: Kit, errand: string): ShellSession {
  const id = `${kit.language}-${errand}`;
  const more = Array.from({ length: numberFor(`more ${id}`, 24) }, (_, at) => ROUNDS[at % ROUNDS.length]!);
  const [begin, end] = [ERRANDS[errand]!.slice(0, -3), ERRANDS[errand]!.slice(-3)];
  const commands = [...begin, ...more, ...end].map((step, at) => {
    const ways = step in COMMON ? COMMON[step as keyof typeof COMMON] : kit[step as 'build'];
    const key = `${id} ${at}`;
    const command = oneOf(ways, key)
      .replaceAll(/\bF\b/g, oneOf(kit.files, `file ${key}`))
      .replaceAll(/\bW\b/g, oneOf(kit.words, `word ${key}`));
    return { command, minutes: MINUTES[step] };
  });
  return { id, commands };
}

export const SHELL_SESSIONS: readonly ShellSession[] = KITS.flatMap(kit =>
  Object.keys(ERRANDS).map(errand => sessionOf(kit, errand)),
);
