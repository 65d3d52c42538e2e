import { EFFECT_KINDS } from '../../policy/rules/check-rule.ts';
import { type Effect, type Effects, isPathEffect } from '../../tool/effect.ts';
import type { ResolvedPath } from '../../tool/files.ts';

/** Resolves paths, so that every spelling of a file is the same resource. A path that leaves the root throws. */
export function resolveEffects(
  effects: Effects,
  resolve: (path: string, options: { keepLast: boolean; recorded: boolean }) => ResolvedPath,
): Effects {
  if (effects === 'everything' || effects.length === 0) return effects;
  return effects.map((effect): Effect => {
    if (typeof effect?.resource !== 'string' || !EFFECT_KINDS.includes(effect.kind))
      throw new TypeError('its effects are not a list of { kind, resource }');
    if (!isPathEffect(effect) || (effect.beyond && effect.kind === 'read')) return effect;
    const { absolute, via } = resolve(effect.resource, {
      keepLast: effect.kind === 'delete' || effect.entry === true,
      recorded: effect.recorded === true,
    });
    return {
      kind: effect.kind,
      resource: absolute,
      ...(effect.tree ? { tree: true } : {}),
      ...(effect.about ? { about: true } : {}),
      ...(via.length > 0 ? { via } : {}),
    };
  });
}

export const nameEffect = ({ kind, resource }: Effect): string => `${kind} ${resource}`;

export function covers(declared: Effects, observed: Effects): boolean {
  if (declared === 'everything') return true;
  if (observed === 'everything') return false;
  // The names are in a set, for there may be very many effects on both sides.
  const named = new Set(declared.map(nameEffect));
  const trees = declared.filter(({ tree }) => tree === true);
  return observed.every(
    effect =>
      named.has(nameEffect(effect)) ||
      trees.some(
        ({ kind, resource }) =>
          (kind === effect.kind || (kind === 'write' && effect.kind === 'delete')) &&
          (resource === effect.resource || effect.resource.startsWith(`${resource}/`)),
      ),
  );
}
