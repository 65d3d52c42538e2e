import { isRecord } from '../../../../schema/json.ts';
import { isData, keywordKind } from '../../../../schema/keywords.ts';

type Json = Readonly<Record<string, unknown>>;

const KEY = 'x-mcp-header';
/** The characters that a header's name may have (RFC 9110). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * The fault of a schema's parameters that travel as headers, or undefined. A tool with a fault must not be offered. The
 * client would find it too, but only in a list that is otherwise faultless, and says it on the terminal in the server's
 * words.
 */
export function headerFault(schema: Json): string | undefined {
  const names = new Set<string>();
  const faultIn = (node: unknown, isParameter: boolean): string | undefined => {
    if (Array.isArray(node)) return firstOf(node, inner => faultIn(inner, false));
    if (!isRecord(node)) return undefined;
    return (
      (Object.hasOwn(node, KEY) ? faultOf(node, isParameter, names) : undefined) ??
      firstOf(Object.entries(node), ([key, inner]) => {
        if (isData(key)) return undefined;
        if (keywordKind(key) !== 'map' || !isRecord(inner)) return faultIn(inner, false);
        const holdsParameters = key === 'properties' && (isParameter || node === schema);
        return firstOf(Object.values(inner), child => faultIn(child, holdsParameters));
      })
    );
  };
  return faultIn(schema, false);
}

function faultOf(node: Json, isParameter: boolean, names: Set<string>): string | undefined {
  const name = node[KEY];
  if (!isParameter) return 'a header is declared where there is no parameter';
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'the name of a header is none';
  if (!TYPES.has(node.type)) return 'a parameter that travels as a header is no text, whole number or boolean';
  if (names.has(name.toLowerCase())) return 'two parameters travel as the same header';
  names.add(name.toLowerCase());
  return undefined;
}

const firstOf = <T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined =>
  Iterator.from(items)
    .map(find)
    .find(found => found !== undefined);
