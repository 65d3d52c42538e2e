import type { Info } from '../../tool/define.ts';
import { showUnseen } from '../../tool/text/unseen.ts';

/** Names of files and what is in them are to be used, and stay as they are. */
const USED: ReadonlySet<string> = new Set(
  'path from patch files staged unstaged conflicted untracked filtered'.split(' '),
);

function shown(value: unknown): unknown {
  if (typeof value === 'string') return showUnseen(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shown);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, USED.has(key) ? inner : shown(inner)]));
}

/** What others wrote into a repository, for the model: whatever cannot be seen stands there as an escape. */
export function showResult(info: Info): Info {
  const { definition } = info;
  if (typeof definition === 'function') return info;
  const { execute } = definition;
  return {
    ...info,
    definition: {
      ...definition,
      execute: async (args, ctx) => {
        const result = await execute(args, ctx);
        const output = typeof result.output === 'string' ? showUnseen(result.output) : result.output;
        return { ...result, value: shown(result.value), ...(output === undefined ? {} : { output }) };
      },
    },
  };
}
