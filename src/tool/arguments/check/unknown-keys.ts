import { CLOSED, type SchemaGuide } from '../../../schema/guide/guide.ts';
import { isRecord } from '../../../schema/json.ts';
import { itemsOf, listIn, mapIn, type Node } from '../../../schema/node.ts';
import { refTarget } from '../../../schema/references.ts';
import type { JsonSchema } from '../../../schema/schema.ts';
import { isWrapper } from '../coerce/object.ts';
import { readContents } from '../coerce/text.ts';
import { isMistyped, type ListedKey, toListed } from './mistyped.ts';
import { branchesOf, type ObjectBranch, strayKeys } from './stray-keys.ts';

/** A key that the schema does not know, and that does not pass as one more. */
export interface UnknownKey {
  readonly path: readonly (string | number)[];
  readonly key: string;
  readonly known: readonly string[];
  /** The key belongs to another alternative than the one that was taken. */
  readonly isStray?: boolean;
}

/** Where to look for unknown keys below one value; null where there is nothing to look for. */
type Walk = {
  /** What becomes of keys that are not listed: refused, welcome, or let pass unless they look like a listed one. */
  readonly others: 'closed' | 'open' | 'quiet';
  readonly known: ReadonlyMap<string, Child>;
  readonly listed: readonly ListedKey[];
  readonly patterns: readonly (readonly [RegExp, Child])[];
  readonly rest: Child;
  readonly prefix: readonly Child[];
  readonly items: Child;
  /** The alternatives, where they know different keys. */
  readonly branches: readonly ObjectBranch[];
} | null;

/** A walk below; made when first needed, since schemas may be recursive. */
type Child = { readonly nodes: readonly Node[]; walk?: Walk };

const walks = new WeakMap<JsonSchema, Child>();

/** Is there a key, at any depth, that the schema does not know? Fills `found` with all of them when it is given. */
export function hasUnknownKeys(guide: SchemaGuide, node: Node, value: unknown, found?: UnknownKey[]): boolean {
  if (typeof node === 'boolean' || typeof value !== 'object' || value === null) return false;
  let child = walks.get(node);
  if (!child) {
    child = { nodes: [node] };
    walks.set(node, child);
  }
  return look(guide, child, value, found && { found, path: [] });
}

type Log = { readonly found: UnknownKey[]; readonly path: (string | number)[] };

function look(guide: SchemaGuide, child: Child, value: unknown, log: Log | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (child.walk === undefined) child.walk = walkOf(guide, child.nodes);
  const walk = child.walk;
  if (walk === null) return false;
  return Array.isArray(value) ? lookInArray(guide, walk, value, log) : lookInObject(guide, walk, value, log);
}

function lookInArray(
  guide: SchemaGuide,
  walk: NonNullable<Walk>,
  value: readonly unknown[],
  log: Log | undefined,
): boolean {
  let any = false;
  for (let i = 0; i < value.length; i++) {
    log?.path.push(i);
    any = look(guide, walk.prefix[i] ?? walk.items, value[i], log) || any;
    log?.path.pop();
    if (any && !log) return true;
  }
  return any;
}

function lookInObject(guide: SchemaGuide, walk: NonNullable<Walk>, value: object, log: Log | undefined): boolean {
  let any = false;
  for (const key of Object.keys(value)) {
    const inside = (value as Record<string, unknown>)[key];
    const child = walk.known.get(key) ?? walk.patterns.find(([pattern]) => pattern.test(key))?.[1];
    if (child === undefined && inside !== undefined && isRefused(walk, key, inside)) {
      any = true;
      log?.found.push({ path: [...log.path], key, known: [...walk.known.keys()] });
    } else if (typeof inside === 'object' && inside !== null) {
      log?.path.push(key);
      any = look(guide, child ?? walk.rest, inside, log) || any;
      log?.path.pop();
    }
    if (any && !log) return true;
  }
  if (any || walk.branches.length === 0) return any;
  const stray = strayKeys(guide, walk.branches, value);
  for (const key of stray.keys) log?.found.push({ path: [...log.path], key, known: stray.known, isStray: true });
  return stray.keys.length > 0;
}

/**
 * Whether an unlisted key is refused. A schema that lists keys and does not forbid others takes it, unless it is a
 * typing error of a listed key, or a wrapper around listed keys or around nothing: its value would go nowhere.
 */
function isRefused(walk: NonNullable<Walk>, key: string, inside: unknown): boolean {
  if (key === '__proto__' || walk.others === 'closed') return true;
  if (walk.others === 'open' || walk.known.size === 0) return false;
  if (isMistyped(key, walk.listed)) return true;
  const members = isWrapper(key) ? membersOf(inside) : undefined;
  return members !== undefined && (members.length === 0 || members.some(each => isListed(walk, each)));
}

/** The keys inside of a wrapper; none where the wrapper is broken off, and undefined where it holds no object. */
function membersOf(inside: unknown): readonly string[] | undefined {
  const contents = typeof inside === 'string' ? readContents(inside) : undefined;
  if (contents?.kind === 'broken') return [];
  const value = contents?.kind === 'container' ? contents.value : inside;
  return isRecord(value) ? Object.keys(value) : undefined;
}

const isListed = ({ known, listed }: NonNullable<Walk>, key: string): boolean =>
  known.has(key) || isMistyped(key, listed);

/** What the branches say on keys that are not listed: quiet ones list some and are silent on the others. */
type Word = 'open' | 'closed' | 'quiet' | 'silent' | 'none';

interface Facts {
  readonly known: Map<string, Node[]>;
  readonly patterns: [RegExp, Node[]][];
  readonly rest: Node[];
  readonly prefix: Node[][];
  readonly items: Node[];
}

function walkOf(guide: SchemaGuide, nodes: readonly Node[]): Walk {
  const facts: Facts = { known: new Map(), patterns: [], rest: [], prefix: [], items: [] };
  const words = nodes.map(node => gather(guide, node, { facts, seen: new Set() }));
  const word = together(words);
  const others = word === 'closed' || word === 'quiet' ? word : 'open';
  const idle = others !== 'closed' && facts.known.size + facts.patterns.length + facts.rest.length === 0;
  if (idle && facts.prefix.length + facts.items.length === 0) return null;
  return {
    others,
    known: new Map([...facts.known].map(([key, inside]) => [key, { nodes: inside }])),
    listed: [...facts.known.keys()].map(toListed),
    patterns: facts.patterns.map(([pattern, inside]) => [pattern, { nodes: inside }] as const),
    rest: { nodes: facts.rest },
    prefix: facts.prefix.map(inside => ({ nodes: inside })),
    items: { nodes: facts.items },
    branches: nodes.length === 1 ? branchesOf(guide, nodes[0]!) : [],
  };
}

/** The word of a union: open if one branch is, quiet if one is and all list keys, closed if all that may be objects are. */
function together(words: readonly Word[]): Word {
  const spoken = words.filter(word => word !== 'none');
  if (spoken.length === 0) return 'none';
  if (spoken.includes('open')) return 'open';
  if (spoken.includes('silent')) return spoken.every(word => word === 'silent') ? 'silent' : 'open';
  return spoken.includes('quiet') ? 'quiet' : 'closed';
}

type FactGathering = { readonly facts: Facts; readonly seen: Set<Node> };

function gather(guide: SchemaGuide, node: Node, into: FactGathering): Word {
  if (node === true) return 'silent';
  if (node === false || into.seen.has(node)) return 'none';
  into.seen.add(node);
  gatherItems(node, into.facts);
  let word = gatherOwn(node, into.facts);
  const target = refTarget(guide, node);
  const parts = [...(target === undefined ? [] : [target]), ...listIn(node, 'allOf')];
  for (const part of parts) word = stronger(word, gather(guide, part, into));
  for (const branches of [listIn(node, 'anyOf'), listIn(node, 'oneOf')]) {
    const said = branches.map(branch => gather(guide, branch, into));
    // Beside a list of keys a silent branch is a mere condition, such as `required`.
    word = stronger(word, together(word === 'silent' ? said : said.filter(each => each !== 'silent')));
  }
  const conditions = [node.if, node.then, node.else, ...Object.values(mapIn(node, 'dependentSchemas'))];
  for (const part of conditions) if (isRecord(part)) gather(guide, part, into);
  into.seen.delete(node);
  return mayBeObject(node) ? word : 'none';
}

function gatherOwn(node: JsonSchema, facts: Facts): Word {
  let word: Word = 'silent';
  if (isRecord(node.properties)) {
    word = node[CLOSED] === true ? 'closed' : 'quiet';
    for (const [key, inside] of Object.entries(node.properties))
      facts.known.set(key, [...(facts.known.get(key) ?? []), inside as Node]);
  }
  // A required key is known, also where it is not described.
  for (const key of listIn<string>(node, 'required')) if (!facts.known.has(key)) facts.known.set(key, []);
  for (const [pattern, inside] of Object.entries(mapIn(node, 'patternProperties')))
    facts.patterns.push([new RegExp(pattern, 'u'), [inside]]);
  for (const rest of [node.additionalProperties, node.unevaluatedProperties] as (Node | undefined)[]) {
    if (rest === false) word = 'closed';
    else if (rest !== undefined) {
      facts.rest.push(rest);
      return 'open';
    }
  }
  return word;
}

function gatherItems(node: JsonSchema, facts: Facts): void {
  const { prefix, rest } = itemsOf(node);
  for (const [i, inside] of prefix.entries()) {
    facts.prefix[i] ??= [];
    facts.prefix[i].push(inside);
  }
  if (isRecord(rest)) facts.items.push(rest);
}

function stronger(a: Word, b: Word): Word {
  for (const word of ['open', 'closed', 'quiet', 'silent'] as const) if (a === word || b === word) return word;
  return 'none';
}

function mayBeObject(node: JsonSchema): boolean {
  if (node.type === undefined) return !Array.isArray(node.enum) && !Object.hasOwn(node, 'const');
  return node.type === 'object' || (Array.isArray(node.type) && node.type.includes('object'));
}
