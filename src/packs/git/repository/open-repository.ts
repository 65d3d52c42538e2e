import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { sayGitError } from '../explain-failure.ts';
import { lookWithGit, SCRIPT } from '../run-git.ts';
import type { GitServices } from '../services.ts';
import { findRepository } from './find-repository.ts';
import { configEnvironment, neutralConfig, parseConfig } from './neutral-config.ts';
import { placeEnvironment } from './neutral-environment.ts';
import type { Repository } from './repository.ts';
import { readUserConfig } from './user-config.ts';

interface RepositoryRequest {
  readonly directory?: string | undefined;
  /** Names of commits, checked by `checkRef`. */
  readonly refs?: readonly string[];
  /** The user's own config is wanted too. */
  readonly user?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads what git would go by, and runs nothing of it: config is only listed here. Each part ends with an empty entry.
 * The arguments are names of commits.
 */
const LOOK = `
end() { printf '\\0'; }
GIT_CONFIG_COUNT=0 git config --null --list --includes || exit 90
end
common=$(git rev-parse --path-format=absolute --git-common-dir) || exit 91
gitdir=$(git rev-parse --absolute-git-dir) || exit 91
listed() { GIT_CONFIG_COUNT=0 git config --file "$1" --null --list --includes 2> /dev/null; }
if [ -d "$common/modules" ]; then
  find "$common/modules" -type f \\( -name config -o -name config.worktree \\) -print0 |
    while IFS= read -r -d '' file; do listed "$file"; done
fi
git ls-files --stage -z | grep -z '^160000 ' | while IFS= read -r -d '' entry; do
  for file in "\${entry#*$'\\t'}"/.git/config "\${entry#*$'\\t'}"/.git/config.worktree; do
    [ -f "$file" ] && listed "$file"
  done
done
end
for name in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG rebase-merge rebase-apply; do
  [ -e "$gitdir/$name" ] && printf '%s\\0' "$name"
done
end
hooks=$(GIT_CONFIG_COUNT=0 git rev-parse --path-format=absolute --git-path hooks)
for file in "$hooks"/*; do
  case $file in *.sample) ;; *) [ -f "$file" ] && [ -x "$file" ] && printf '%s\\0' "\${file##*/}" ;; esac
done
end
git symbolic-ref --quiet HEAD
end
git rev-parse --path-format=absolute --git-path objects
end
for ref; do
  git rev-parse --verify --quiet --end-of-options "$ref^{commit}" || echo
done
`;

const OPERATIONS: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
};

export async function openRepository(
  services: GitServices,
  ctx: CallContext,
  { directory, refs = [], user = false, signal }: RepositoryRequest = {},
): Promise<Repository> {
  const place = await findRepository(ctx, directory);
  const environment = placeEnvironment(services.env, ctx.files.root, place);
  const [ran, own] = await Promise.all([
    lookWithGit(services.shell, ctx, {
      argv: [...SCRIPT, LOOK, 'git', ...refs],
      cwd: place.top,
      env: { ...environment, ...configEnvironment(neutralConfig([])) },
      signal,
    }),
    user ? readUserConfig(services, ctx, place) : undefined,
  ]);
  if (ran.code === 90 || ran.code === 91 || ran.stopped || ran.cut) throw sayGitError('read the repository', ran);
  const [config = '', below = '', state = '', hooks = '', head = '', objects = '', commits = ''] = partsOf(ran.stdout);
  const operation = state.split('\0').find(name => name !== '');
  return {
    place,
    environment,
    config: parseConfig(config),
    below: parseConfig(below),
    user: own ?? { config: [], ignores: '' },
    operation: operation === undefined ? undefined : OPERATIONS[operation],
    hooks: hooks.split('\0').filter(name => name !== ''),
    branch: head.trim() === '' ? undefined : head.trim().replace(/^refs\/heads\//, ''),
    objects: objects.replace(/\n$/, ''),
    commits: refs.length === 0 ? [] : commits.split('\n', refs.length).map(hash => hash || undefined),
  };
}

/** Entries end with NUL and none is empty, so that an empty one ends a part. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let part = 0; part < 6; part++) {
    // The lists are ended by a second NUL, unless they are empty; the others have none in them.
    const end = rest.startsWith('\0') ? 0 : part < 4 ? rest.indexOf('\0\0') + 1 : rest.indexOf('\0');
    if (end < 0 || (end === 0 && !rest.startsWith('\0'))) throw new ToolError('EXECUTION_ERROR', 'Git said too little');
    parts.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...parts, rest];
}
