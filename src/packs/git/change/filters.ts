import { sayList } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import { sayPath } from '../look/say-status.ts';
import type { Repository } from '../repository/open-repository.ts';

/** The exit code of a script when a filter would have to run. */
export const FILTERED_CODE = 97;

/** Shell text that takes paths, with NUL after each, and gives those whose filter is set up. */
export const FILTERED = `git check-attr -z --stdin filter |
  while IFS= read -r -d '' path && IFS= read -r -d '' name && IFS= read -r -d '' driver; do
    if printf '%s' "$TOOLGATE_FILTERS" | grep -qxF -e "$driver"; then printf '%s\\0' "$path"; fi
  done`;

/** The filters that the repository or the user has set up: attributes that name other filters do nothing. */
export function filterVariables({ config, user }: Repository, way: 'clean' | 'smudge'): { TOOLGATE_FILTERS: string } {
  const shape = way === 'clean' ? /^filter\.(.+)\.(?:clean|process)$/s : /^filter\.(.+)\.(?:smudge|process)$/s;
  const drivers = [...config, ...user.config].flatMap(([key, value]) =>
    value === '' ? [] : (shape.exec(key)?.[1] ?? []),
  );
  return { TOOLGATE_FILTERS: [...new Set(drivers)].map(driver => `${driver}\n`).join('') };
}

export const sayPaths = (text: string): string => sayList(text.split('\0').filter(Boolean).map(sayPath));

export const wouldFilter = (
  paths: string,
  { when, end, suggestion }: { when: string; end: string; suggestion: string },
): ToolError =>
  new ToolError(
    'EXECUTION_ERROR',
    `A filter would change these files as they are ${when}, and filters are not run here: ${sayPaths(paths)}. ${end}`,
    { suggestion },
  );
