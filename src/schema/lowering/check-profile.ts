import { isRecord } from '../json.ts';
import { isWellFormed } from '../keywords.ts';
import { resolvePointer } from '../references.ts';
import type { JsonSchema } from '../schema.ts';
import { schemasIn } from '../walk.ts';
import { namesInCycles } from './cycles.ts';
import { isPlainPattern, isSaidByFormat, type ProfileCounts, type Rules } from './profiles.ts';

const DEEPEST = 100;
const LARGEST = 30_000;
const SHAPE = new Set('type properties required additionalProperties items anyOf enum $ref'.split(' '));
const ALONE = new Set(['type', 'title', 'description']);
const COMBINED = 'anyOf oneOf allOf not enum $ref'.split(' ');

interface Walk {
  readonly root: JsonSchema;
  readonly rules: Rules;
  readonly problems: string[];
  readonly counts: Record<keyof ProfileCounts, number>;
  /** The definitions that each definition mentions; where it counts, only by ways that no optional property breaks. */
  readonly edges: Map<string, Set<string>>;
  left: number;
}

interface NodePosition {
  readonly path: string;
  readonly depth: number;
  readonly level: number;
  readonly owner: string;
  readonly optional: boolean;
}

export const problemsOf = (schema: JsonSchema, rules: Rules): readonly string[] => examine(schema, rules).problems;

/** Reasons why a provider would refuse a schema or not hold all of it, none where it may be sent as it is; its counts. */
export function examine(schema: JsonSchema, rules: Rules) {
  const counts = { properties: 0, levels: 0, enumValues: 0, characters: 0, optional: 0, unions: 0 };
  const walk: Walk = { root: schema, rules, problems: [], counts, edges: new Map(), left: LARGEST };
  if (schema.type !== 'object') walk.problems.push('the root is not of type object');
  for (const keyword of rules.rootUnion ? [] : COMBINED)
    if (schema[keyword] !== undefined) walk.problems.push(`${keyword} at the root`);
  visit(walk, schema, { path: '', depth: 0, level: 0, owner: '#', optional: false });
  for (const [what, most] of Object.entries(rules.most) as [keyof ProfileCounts, number][])
    if (counts[what] > most) walk.problems.push(`${counts[what]} ${WORDS[what]}, and at most ${most} are taken`);
  if (rules.recursion !== 'yes' && namesInCycles(walk.edges).size > 0)
    walk.problems.push(rules.recursion === 'no' ? 'it contains itself' : 'it contains itself in what is required');
  return { problems: walk.problems.slice(0, 20), counts };
}

const WORDS: Readonly<Record<keyof ProfileCounts, string>> = {
  properties: 'properties',
  levels: 'levels',
  enumValues: 'values in enums',
  characters: 'characters in names and enums',
  optional: 'optional properties',
  unions: 'unions',
};

function visit(walk: Walk, node: unknown, at: NodePosition): void {
  const { rules, problems } = walk;
  const say = (problem: string) => problems.push(`${at.path === '' ? 'root' : at.path.slice(0, 120)}: ${problem}`);
  if (problems.length > 20) return;
  if (at.depth > DEEPEST || --walk.left < 0) {
    problems.push('too deep or too large');
    walk.left = Math.min(walk.left, 0);
    return;
  }
  if (typeof node === 'boolean') {
    if (!rules.anyKeyword) say('a schema that is true or false');
    return;
  }
  if (!isRecord(node)) return void say('no schema');
  for (const [keyword, value] of Object.entries(node)) {
    const folder = keyword === rules.definitions && at.depth === 0;
    const known = SHAPE.has(keyword) || folder || rules.limits.has(keyword) || rules.annotations.has(keyword);
    if (!rules.anyKeyword && !known && !(keyword === 'prefixItems' && rules.tuples))
      say(`${keyword.slice(0, 40)} is not known`);
    else if (value === undefined || !isWellFormed(keyword, value)) say(`${keyword.slice(0, 40)} is not well formed`);
  }
  checkValues(walk, node, say);
  checkType(walk, node, say);
  checkRef(walk, node, at, say);
  const level = node.type === undefined || !/object|array/.test(String(node.type)) ? at.level : at.level + 1;
  walk.counts.levels = Math.max(walk.counts.levels, level);
  const required = new Set<unknown>(Array.isArray(node.required) ? node.required : []);
  for (const [way, inside] of schemasIn(node)) {
    if (way[0] === 'additionalProperties' && typeof inside === 'boolean') continue;
    const isDefinition = at.depth === 0 && (way[0] === '$defs' || way[0] === 'definitions');
    const leftOut = way[0] === 'properties' && !required.has(way[1]);
    visit(walk, inside, {
      path: way.reduce((path, step) => `${path}/${step}`, at.path),
      depth: at.depth + 1,
      level: isDefinition ? 0 : level,
      owner: isDefinition ? `#/${way[0]}/${way[1]}` : at.owner,
      optional: isDefinition ? false : at.optional || leftOut,
    });
  }
}

type ProblemSink = (problem: string) => void;

function checkValues({ rules, counts }: Walk, node: JsonSchema, say: ProblemSink): void {
  const { format, pattern, minItems, enum: values } = node;
  if (rules.anyKeyword) return;
  if (typeof format === 'string' && rules.formats && !rules.formats.has(format)) say(`format ${format.slice(0, 40)}`);
  if (typeof pattern === 'string' && rules.plainPatterns && !isPlainPattern(pattern)) say('a pattern with look-around');
  if (typeof pattern === 'string' && isSaidByFormat(rules, node)) say('a long pattern beside a format');
  if (typeof minItems === 'number' && minItems > rules.mostMinItems) say(`minItems ${minItems}`);
  if (!Array.isArray(values)) return;
  if (values.length === 0) say('an empty enum');
  if (!values.every(value => rules.enums.has(value === null ? 'null' : typeof value)))
    say('values that an enum may not have');
  const length = values.reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  if (rules.most.enumValues !== undefined && values.length > 250 && length > 15_000) say('an enum that is too long');
  counts.enumValues += values.length;
  counts.characters += length;
}

function checkType({ rules, counts }: Walk, node: JsonSchema, say: ProblemSink): void {
  const types = [node.type].flat();
  if (node.anyOf !== undefined || types.length > 1) counts.unions++;
  checkNames(rules, node, say);
  if (rules.anyKeyword) return;
  if (!rules.untyped && node.type === undefined && node.anyOf === undefined && node.$ref === undefined)
    say('anything may stand here');
  if (types.length > 1 && !rules.besideTypes && Object.keys(node).some(word => !ALONE.has(word)))
    say('keywords beside types');
  if (types.includes('array') && node.items === undefined && node.prefixItems === undefined) say('no items');
  if (!types.includes('object')) return;
  const names = isRecord(node.properties) ? Object.keys(node.properties) : [];
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  const described = new Set<unknown>(names);
  if (!isRecord(node.properties)) say('no properties');
  if (rules.closed && node.additionalProperties !== false) say('entries of any name');
  if (!rules.records && isRecord(node.additionalProperties)) say('a record');
  if (rules.allRequired && !names.every(name => required.has(name))) say('an optional property');
  for (const name of required) if (!described.has(name)) say('a required property that is not described');
  counts.properties += names.length;
  counts.characters += names.reduce((sum, name) => sum + name.length, 0);
  counts.optional += names.filter(name => !required.has(name)).length;
}

function checkNames(rules: Rules, node: JsonSchema, say: ProblemSink): void {
  if (!rules.names || !isRecord(node.properties)) return;
  for (const name of Object.keys(node.properties))
    if (!rules.names.test(name)) say(`a property called ${JSON.stringify(name.slice(0, 80))}`);
}

function checkRef({ root, rules, edges }: Walk, node: JsonSchema, at: NodePosition, say: ProblemSink): void {
  if (typeof node.$ref !== 'string') return;
  if (resolvePointer(root, node.$ref) === undefined) say(`${node.$ref.slice(0, 80)} is not in the schema`);
  if (!rules.besideRef && Object.keys(node).length > 1) say('keywords beside $ref');
  if (rules.recursion === 'optional' && at.optional) return;
  const target = /^#\/(?:\$defs|definitions)\/[^/]+/.exec(node.$ref)?.[0] ?? '#';
  edges.set(at.owner, (edges.get(at.owner) ?? new Set()).add(target));
}
