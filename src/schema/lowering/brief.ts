import { sayRule } from '../words/say-rule.ts';
import { shown } from '../words/shown.ts';
import type { RefTargets, Shape } from './shape.ts';

export function sayKeys(keys: Shape, targets: RefTargets): string {
  const limits =
    keys.kind === 'scalar' ? Object.entries(keys.limits).map(([keyword, value]) => sayRule(keyword, value)) : [];
  return limits.length === 0 ? brief(keys, targets) : limits.join(', ');
}

export function brief(shape: Shape, targets: RefTargets, depth = 0): string {
  if (shape.kind === 'scalar') return shape.values ? shown(shape.values, 60) : shape.type;
  if (shape.kind === 'union')
    return depth > 1
      ? 'one of several'
      : shape.branches
          .map(each => brief(each, targets, depth + 1))
          .join(' or ')
          .slice(0, 80);
  const target = shape.kind === 'ref' && depth < 4 ? targets.get(shape.target) : undefined;
  if (target) return brief(target, targets, depth + 1);
  return shape.kind === 'array' ? 'list' : shape.kind === 'object' ? 'object' : 'anything';
}
