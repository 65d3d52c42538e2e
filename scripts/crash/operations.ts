import type { CallRequest } from '../../src/pipeline/call.ts';
import { pick } from './random.ts';

const FOLDERS = ['.', 'a', 'a/b', 'c', 'c/d'];

export const pathOf = (random: () => number): string => {
  const name = `f${Math.floor(random() * 8)}.txt`;
  const folder = pick(random, FOLDERS);
  return folder === '.' ? name : `${folder}/${name}`;
};

/** A body whose every line carries the same tag: a torn mix of two versions shows. */
export const bodyOf = (random: () => number, tag: string): string =>
  Array.from({ length: 5 + Math.floor(random() * 200) }, (_, line) => `${tag} line ${line}`)
    .join('\n')
    .concat('\n');

/** One random call of the kinds that change files. Many of them fail, which is as it should be. */
export function randomCall(random: () => number, tag: string): CallRequest {
  const path = pathOf(random);
  const other = pathOf(random);
  switch (
    pick(random, ['write', 'write', 'write', 'edit', 'patch', 'move', 'delete', 'undo_file', 'undo_turn', 'redo'])
  ) {
    case 'write':
      return { name: 'write_file', args: { path, content: bodyOf(random, tag), createDirs: true } };
    case 'edit':
      return { name: 'edit_file', args: { path, old_text: ' line 3\n', new_text: ` line 3 edited by ${tag}\n` } };
    case 'patch':
      return { name: 'apply_patch', args: { patch: patchOf(path, other, tag) } };
    case 'move': {
      const [from, to] = pick(random, [
        [path, other],
        [path, other],
        [path, other],
        ['a/b', 'c/d'],
        ['c/d', 'a/b'],
      ]);
      return { name: 'move_file', args: { from, to, overwrite: true, createDirs: true } };
    }
    case 'delete':
      return { name: 'delete_file', args: { path: pick(random, [path, path, path, 'a/b']), recursive: true } };
    case 'undo_file':
      return { name: 'undo_file', args: { path } };
    case 'undo_turn':
      return { name: 'undo_turn', args: {} };
    default:
      return { name: 'redo', args: {} };
  }
}

/** A set over several files, one of which is deleted. */
function patchOf(path: string, other: string, tag: string): string {
  return [
    '*** Begin Patch',
    `*** Add File: new-${tag}.txt`,
    `+${tag} patched`,
    `*** Add File: c/also-${tag}.txt`,
    `+${tag} patched too`,
    ...(path === other ? [] : [`*** Delete File: ${path}`]),
    '*** End Patch',
  ].join('\n');
}
