import type { Schema as Prepared } from '@cfworker/json-schema';
import { isRecord, own } from './json.ts';
import { mapIn, type Node } from './node.ts';
import type { JsonSchema } from './schema.ts';

/** The target of a local reference: the root, a JSON pointer, or an anchor of a definition. Nothing for any other. */
export function resolvePointer(root: JsonSchema, ref: string): unknown {
  if (ref === '#' || ref === '#/') return root;
  if (!ref.startsWith('#')) return byId(root, ref);
  if (!ref.startsWith('#/')) return byAnchor(root, ref.slice(1));
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if ((!isRecord(at) && !Array.isArray(at)) || !Object.hasOwn(at, key)) return undefined;
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
  for (const folder of ['$defs', 'definitions']) yield* Object.values(mapIn(root, folder)).filter(isRecord);
}

function byAnchor(root: JsonSchema, anchor: string): unknown {
  for (const each of definitions(root)) if (own(each, '$anchor') === anchor) return each;
  return undefined;
}

/** The schema with an id. Ids are compared as they are written, and nothing is ever fetched. */
function byId(root: JsonSchema, id: string): unknown {
  if (own(root, '$id') === id) return root;
  for (const each of definitions(root)) if (own(each, '$id') === id) return each;
  return undefined;
}

/** Folders that a reference goes through and no keyword names, such as `#/components/…`. */
export function referencedFolders(root: JsonSchema): ReadonlySet<string> {
  const references = JSON.stringify(root).matchAll(/"\$ref":"#\/(?<folder>[^/"]+)\//g);
  return new Set([...references].map(({ groups }) => groups?.folder ?? ''));
}

/** The target of a node's `$ref`, once the validator has looked up all there are. */
export function refTarget({ lookup }: { readonly lookup: Readonly<Record<string, Node>> }, node: JsonSchema) {
  if (typeof node.$ref !== 'string') return undefined;
  const absolute = (node as Prepared).__absolute_ref__ ?? node.$ref;
  return Object.hasOwn(lookup, absolute) ? lookup[absolute] : undefined;
}
