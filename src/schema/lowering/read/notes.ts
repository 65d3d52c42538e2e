import { isJson, own } from '../../json.ts';
import type { JsonSchema } from '../../schema.ts';
import type { ShapeCheck, ShapeNotes } from '../shape.ts';
import type { Reader } from './reader.ts';

/** The node's words for readers, and its rules that have no shape. */
export function readNotes(reader: Reader, node: JsonSchema, path: string, checks: readonly ShapeCheck[]): ShapeNotes {
  const description = own(node, 'description');
  const title = own(node, 'title');
  const examples = own(node, 'examples');
  const standard = own(node, 'default');
  for (const [keyword, value] of Object.entries({ default: standard, examples }))
    if (value !== undefined && !isJson(value)) reader.lose(path, keyword, 'is no JSON');
  const rules = [...checks, ...rulesOf(node)];
  if (own(node, '$dynamicRef') !== undefined) reader.lose(path, '$dynamicRef', 'is read as a plain reference');
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(standard !== undefined && isJson(standard) ? { defaults: { value: standard } } : {}),
    ...(Array.isArray(examples) && examples.length > 0 && isJson(examples) ? { examples } : {}),
    ...(rules.length === 0 ? {} : { checks: rules }),
  };
}

function rulesOf(node: JsonSchema): ShapeCheck[] {
  const rules: ShapeCheck[] = [];
  if (own(node, 'not') !== undefined) rules.push({ keyword: 'not', value: node.not });
  if (own(node, 'if') !== undefined) {
    const [then, other] = [own(node, 'then'), own(node, 'else')];
    const otherwise = other === undefined ? {} : { else: other };
    const value = { if: node.if, ...(then === undefined ? {} : { then }), ...otherwise };
    rules.push({ keyword: 'if', value });
  }
  return rules;
}
