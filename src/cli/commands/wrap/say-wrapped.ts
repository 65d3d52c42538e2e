import { relative } from 'node:path';
import type { PreparedWrap } from '../../../hosts/wrap/prepare-wrap.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';

export function sayWrapped({ title, hosts, env, attended, advice }: PreparedWrap, root: string): string {
  const { home, folders, held } = attended;
  const short = (path: string) =>
    toPrintableLine(path.startsWith(`${home}/`) ? `~/${relative(home, path)}` : path).replace(/\/$/, '');
  const own = folders.map(({ at }) => short(at)).join(', ');
  const kept = held.map(({ at }) => short(at)).join(', ');
  const names = Object.keys(env).map(toPrintableLine).sort().join(', ');
  return [
    `${title} runs in a wrap. It sees ${toPrintableLine(root)} through a layer: no file there changes before you say so.`,
    own === ''
      ? '  Writes as it is: nothing else. Folders of its own are named with --home.'
      : `  Writes as it is: ${own}, with the credentials in there${kept && `; read-only: ${kept}`}`,
    `  Reaches: ${hosts.map(toPrintableLine).join(', ') || 'no host'}, and what your policy allows`,
    ...(names === '' ? [] : [`  Knows the variables: ${names}`]),
    '  All else of your home is hidden, and so is what the policy denies to read; private files are empty.',
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ].join('\n');
}
