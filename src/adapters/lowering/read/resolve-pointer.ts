import type { JsonSchema } from '../../../index.ts';
import { isJsonObject } from '../../is-json-object.ts';
import { own } from '../shape.ts';

/** What a local reference points to: the root, a JSON pointer, or an anchor of a definition. Nothing for any other. */
export function resolvePointer(root: JsonSchema, ref: string): unknown {
  if (ref === '#' || ref === '#/') return root;
  if (!ref.startsWith('#')) return byId(root, ref);
  if (!ref.startsWith('#/')) return byAnchor(root, ref.slice(1));
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if ((!isJsonObject(at) && !Array.isArray(at)) || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function* definitions(root: JsonSchema): Generator<JsonSchema> {
  for (const folder of [own(root, '$defs'), own(root, 'definitions')]) {
    if (isJsonObject(folder)) yield* Object.values(folder).filter(isJsonObject);
  }
}

function byAnchor(root: JsonSchema, anchor: string): unknown {
  for (const each of definitions(root)) if (own(each, '$anchor') === anchor) return each;
  return undefined;
}

/** Ids are compared as they are written, and nothing is ever fetched. */
function byId(root: JsonSchema, id: string): unknown {
  if (own(root, '$id') === id) return root;
  for (const each of definitions(root)) if (own(each, '$id') === id) return each;
  return undefined;
}
