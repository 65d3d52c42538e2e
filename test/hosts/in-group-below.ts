import { globSync, readFileSync } from 'node:fs';

/** A process and all below it that are in its group, as Ctrl-C at a terminal reaches them: a host may start another of itself. */
export function inGroupBelow(root: number): readonly number[] {
  const all = globSync('/proc/[0-9]*/stat').flatMap(file => {
    try {
      const [, parent, group] = readFileSync(file, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      return [{ pid: Number(file.split('/')[2]), parent, group }];
    } catch {
      return [];
    }
  });
  const group = all.find(({ pid }) => pid === root)?.group;
  const below = [root];
  for (const at of below)
    below.push(...all.filter(each => each.parent === at && each.group === group).map(({ pid }) => pid));
  return below;
}
