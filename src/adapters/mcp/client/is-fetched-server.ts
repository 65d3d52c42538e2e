import { basename } from 'node:path';
import type { StdioServer } from './server-config.ts';

/** Programs that fetch what they run, and the words that make other programs do so. */
const FETCHING: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'docker', 'podman']);
const FETCHING_WITH: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['exec', 'x']),
  pnpm: new Set(['dlx', 'exec']),
  yarn: new Set(['dlx', 'exec']),
  bun: new Set(['x']),
  uv: new Set(['run', 'tool']),
  deno: new Set(['run']),
  go: new Set(['run']),
  cargo: new Set(['run']),
};

/** Whether the first start of a server may have to download or build it. A shell counts by the words of its command. */
export function isFetchedServer({ command, args = [] }: StdioServer): boolean {
  return [command, ...args.flatMap(arg => arg.split(/\s+/))].some((word, at, words) => {
    const program = basename(word).replace(/\.(?:cmd|exe)$/i, '');
    return FETCHING.has(program) || FETCHING_WITH[program]?.has(words[at + 1] ?? '') === true;
  });
}
