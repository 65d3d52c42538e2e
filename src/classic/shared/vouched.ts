import { define, type Info, type Permissions } from '../../tool/define.ts';
import type { Danger } from '../../tool/effect.ts';

/**
 * A tool that a person has registered in code and that says nothing of what it touches: it is as dangerous as what it
 * requires, or, where it only says whether to ask, may change files.
 */
export function vouched(info: Info, permissions?: Permissions): Info {
  const { definition } = info;
  const danger = permissions ? dangerOf(permissions) : 'moderate';
  if (typeof definition === 'function')
    return define(info.id, async init => withDanger(await definition(init), danger)) as Info;
  return define(info.id, withDanger(definition, danger)) as Info;
}

const withDanger = <D extends { readonly danger?: unknown; readonly effects?: unknown }>(
  definition: D,
  danger: Danger,
) => (definition.danger || definition.effects ? definition : { ...definition, danger });

function dangerOf({ required }: Permissions): Danger {
  if (required.every(capability => capability === 'read' || capability === 'trace')) return 'safe';
  return required.every(capability => capability !== 'execute' && capability !== 'network') ? 'moderate' : 'dangerous';
}
