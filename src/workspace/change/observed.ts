import type { Effect } from '../../tool/effect.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { StagedChange } from './staging.ts';

/** Effects of staged changes, resolved. */
export function observedEffects(root: string, changes: readonly StagedChange[]): Effect[] {
  return changes
    .filter(({ before, after }) => after !== undefined || before.kind !== 'absent')
    .map(({ path, after }) => ({
      kind: after ? 'write' : 'delete',
      resource: joinBelow(root, path),
      ...(after?.kind === 'symlink' ? { link: true } : {}),
    }));
}
