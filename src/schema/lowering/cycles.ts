import { everything, type RefTargets, type Shape, shapesInside } from './shape.ts';

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** The names that lead back to themselves, and those on a way between two such names. */
export function namesInCycles(edges: Edges): ReadonlySet<string> {
  const forth = endless(edges);
  const back = endless(reversed(edges));
  return new Set([...forth].filter(name => back.has(name)));
}

/** Every name from which a way has no end. */
function endless(edges: Edges): ReadonlySet<string> {
  const before = reversed(edges);
  const open = new Map([...edges].map(([name, next]) => [name, next.size]));
  const ended = new Set([...before.keys()].filter(name => !open.get(name)));
  for (const name of ended) {
    for (const earlier of before.get(name) ?? []) {
      const left = open.get(earlier)! - 1;
      open.set(earlier, left);
      if (left === 0) ended.add(earlier);
    }
  }
  return new Set([...open].filter(([name, left]) => left > 0 && !ended.has(name)).map(([name]) => name));
}

function reversed(edges: Edges): Map<string, Set<string>> {
  const back = new Map<string, Set<string>>();
  for (const name of edges.keys()) back.set(name, new Set());
  for (const [name, next] of edges) for (const each of next) back.set(each, (back.get(each) ?? new Set()).add(name));
  return back;
}

/** All names that lead to one of the given ones. */
export function leadingTo(names: Iterable<string>, edges: Edges): ReadonlySet<string> {
  const before = reversed(edges);
  const found = new Set(names);
  for (const name of found) for (const earlier of before.get(name) ?? []) found.add(earlier);
  return found;
}

export function mentions(targets: RefTargets): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const [name, shape] of targets) {
    const refs = [...everything(shape)].filter(each => each.kind === 'ref');
    edges.set(name, new Set(refs.map(({ target }) => target)));
  }
  return edges;
}

/** Whether each value of the shape must contain such a target, or lead to one. Optional properties break the way. */
export function leadsRound(shape: Shape, cycles: ReadonlySet<string>, targets: RefTargets): boolean {
  const seen = new Set<Shape>([shape]);
  for (const each of seen) {
    if (each.kind === 'ref' && cycles.has(each.target)) return true;
    const target = each.kind === 'ref' ? targets.get(each.target) : undefined;
    if (target) seen.add(target);
    if (each.kind === 'object') {
      for (const member of each.members.values()) if (member.required) seen.add(member.shape);
      if (typeof each.rest === 'object') seen.add(each.rest);
    } else for (const child of shapesInside(each)) seen.add(child);
  }
  return false;
}
