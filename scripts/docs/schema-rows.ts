import { toGuide } from '../../src/schema/guide/guide.ts';
import type { JsonSchema } from '../../src/schema/schema.ts';
import { describe } from '../../src/schema/words/describe.ts';
import { code } from './markdown.ts';

const propertiesOf = (json: JsonSchema): [string, JsonSchema][] =>
  Object.entries((json.properties ?? {}) as Record<string, JsonSchema>);

const requiredOf = (json: JsonSchema): ReadonlySet<string> => new Set((json.required ?? []) as readonly string[]);

/** A row for each parameter: name, type, default or that it must be given, meaning. */
export function parameterRows(json: JsonSchema): string[][] {
  const guide = toGuide(json);
  const required = requiredOf(json);
  return propertiesOf(json).map(([name, node]) => {
    const usual = node.default === undefined ? '' : code(JSON.stringify(node.default));
    return [code(name), describe(guide, node), required.has(name) ? 'required' : usual, String(node.description ?? '')];
  });
}

/** The fields of what it gives back; those with a question mark may be missing. */
export function returnRows(json: JsonSchema): string[] {
  const required = requiredOf(json);
  return propertiesOf(json).map(([name]) => code(required.has(name) ? name : `${name}?`));
}
