import { validate } from '@cfworker/json-schema';
import type { JsonSchema } from '../../../../../src/schema/schema.ts';
import { type Style, write } from './write.ts';

/** Arguments as a weak model sent them. */
export interface DamagedArguments {
  readonly how: string;
  readonly sent: unknown;
  /** What they mean; undefined where two things could be meant, or nothing whole is left. */
  readonly meant: unknown;
}

type Args = Record<string, unknown>;
type Path = readonly (string | number)[];

const takes = (root: JsonSchema, node: unknown, value: unknown): boolean =>
  validate(value, { ...(node as object), $defs: root.$defs } as never, '2020-12', undefined, true).valid;

interface Place {
  readonly path: Path;
  /** The schema there, as it stands. */
  readonly node: JsonSchema;
  readonly value: unknown;
  /** The same without references and alternatives. */
  readonly own: JsonSchema;
}

function placesOf(root: JsonSchema, node: JsonSchema, at: { value: unknown; path: Path }): Place[] {
  const own = ownOf(root, node, at.value);
  const here: Place = { ...at, node, own };
  if (Array.isArray(at.value)) {
    const items = (own.items ?? {}) as JsonSchema;
    return [here, ...at.value.flatMap((value, i) => placesOf(root, items, { value, path: [...at.path, i] }))];
  }
  if (typeof at.value !== 'object' || at.value === null) return [here];
  const known = (own.properties ?? {}) as Record<string, JsonSchema>;
  const inside = Object.entries(at.value).flatMap(([key, value]) =>
    placesOf(root, known[key] ?? ((own.additionalProperties || {}) as JsonSchema), { value, path: [...at.path, key] }),
  );
  return [here, ...inside];
}

function ownOf(root: JsonSchema, node: JsonSchema, value: unknown): JsonSchema {
  if (typeof node.$ref === 'string') {
    return ownOf(root, (root.$defs as Record<string, JsonSchema>)[node.$ref.split('/').at(-1)!]!, value);
  }
  const branches = (node.anyOf ?? node.oneOf) as JsonSchema[] | undefined;
  const branch = branches?.find(each => takes(root, each, value));
  return branch ? ownOf(root, branch, value) : node;
}

function replaced(value: unknown, path: Path, now: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return now;
  const copy: object = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Args)[key] = replaced((value as Args)[key], rest, now);
  return copy;
}

function renamed(value: unknown, path: Path, name: string): unknown {
  const holder = path.slice(0, -1).reduce((at, key) => (at as Args)[key], value) as Args;
  const entries = Object.entries(holder).map(([key, each]) => [key === path.at(-1) ? name : key, each]);
  return replaced(value, path.slice(0, -1), Object.fromEntries(entries));
}

/** One fault inside of the arguments, at each place where it can be. */
export function faultsInside(root: JsonSchema, args: Args): DamagedArguments[] {
  const out: DamagedArguments[] = [];
  const add = (how: string, sent: unknown, meant: unknown) => {
    // What validates as it is was not damaged.
    if (!takes(root, root, sent)) out.push({ how, sent, meant });
  };
  for (const place of placesOf(root, root, { value: args, path: [] })) {
    const { value, path } = place;
    const faults = path.length === 0 ? [] : [...scalarFaults(place), ...containerFaults(root, place)];
    for (const [how, now, clear] of faults) {
      if (!takes(root, place.node, now)) add(how, replaced(args, path, now), clear ? args : undefined);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const fault of keyFaults(root, args, place)) add(...fault);
    }
  }
  return out;
}

export const TEXT_AS_NUMBER = 'text as number';

type Fault = readonly [how: string, now: unknown, clear: boolean];

function scalarFaults({ value, own }: Place): Fault[] {
  if (typeof value === 'number') {
    return [
      ['number as text', String(value), true],
      ['number with plus', value > 0 ? `+${value}` : String(value), true],
      ['number in words', 'many', false],
    ];
  }
  if (typeof value === 'boolean') {
    return [
      ['boolean as text', String(value), true],
      ['boolean of Python', value ? 'True' : 'False', true],
      ['boolean as bit', value ? 1 : 0, true],
      ['boolean in words', value ? 'yes' : 'no', false],
    ];
  }
  if (typeof value !== 'string') return [];
  if (Array.isArray(own.enum)) {
    return [
      ['enum in capitals', value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase(), true],
      ['enum with spaces', ` ${value.replaceAll('_', ' ')}`, true],
      ['enum cut', value.slice(0, -1), false],
    ];
  }
  return String(Number(value)) === value ? [[TEXT_AS_NUMBER, Number(value), true]] : [];
}

function containerFaults(root: JsonSchema, { value, own, node }: Place): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  const styles = Object.entries(STYLES).map(([how, style]) => [`${how} inside`, write(value, style), true] as const);
  const out: Fault[] = [
    ['container as text', JSON.stringify(value), true],
    ['container fenced', `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``, true],
    ['container encoded twice', JSON.stringify(JSON.stringify(value)), true],
    ['container cut', JSON.stringify(value).slice(0, -1), false],
    ...styles,
  ];
  if (!Array.isArray(value)) return [...out, ['object as list of one', [value], true]];
  const isText = takes(root, own.items ?? {}, 'some text');
  const isScalar = value.every(each => typeof each !== 'object');
  if (value.length === 1 && !takes(root, node, value[0])) {
    const several = isText && /[,;\n|(){}[\]]/.test(value[0]);
    out.push(['list of one as its item', value[0], !several]);
  }
  if (value.length > 1 && isScalar) {
    const isListed =
      typeof value[0] !== 'string' || ownOf(root, (own.items ?? {}) as JsonSchema, value[0]).enum !== undefined;
    out.push(['list with commas', value.join(', '), isListed], ['list without spaces', value.join(','), isListed]);
  }
  return out;
}

const SPELLINGS: Readonly<Record<string, (key: string) => string>> = {
  'key in camelCase': key => key.replace(/_(.)/g, (_, char: string) => char.toUpperCase()),
  'key in snake_case': key => key.replace(/[A-Z]/g, char => `_${char.toLowerCase()}`),
  'key with dashes': key => key.replaceAll('_', '-'),
  'key in capitals': key => key.toUpperCase(),
  'key in quotes': key => `"${key}"`,
};

function* keyFaults(root: JsonSchema, args: Args, { value, path, own }: Place): Generator<[string, unknown, unknown]> {
  const known = own.properties as Record<string, JsonSchema> | undefined;
  if (!known) return;
  const required = (own.required ?? []) as string[];
  const closed = own.additionalProperties === false;
  for (const key of Object.keys(value as object).filter(each => Object.hasOwn(known, each))) {
    const clear = required.includes(key) || closed;
    for (const [how, spell] of Object.entries(SPELLINGS)) {
      if (spell(key) !== key) yield [how, renamed(args, [...path, key], spell(key)), clear ? args : undefined];
    }
    if (key.length > 4)
      yield ['key mistyped', renamed(args, [...path, key], key.slice(0, 2) + key.slice(3)), undefined];
  }
  yield ['unknown key', replaced(args, [...path, 'quite_another'], 1), undefined];
  for (const [key, node] of Object.entries(known)) {
    if (Object.hasOwn(value as object, key) || required.includes(key)) continue;
    const withNull = replaced(args, [...path, key], null);
    const meant = takes(root, node, null) ? withNull : args;
    if (meant === args) yield ['null for absent', withNull, meant];
    if (takes(root, node, 'some text') || node.pattern !== undefined || node.format !== undefined) continue;
    yield ['"null" for absent', replaced(args, [...path, key], 'null'), meant];
    yield ['"" for absent', replaced(args, [...path, key], ''), meant];
  }
}

const STYLES: Readonly<Record<string, Style>> = {
  'raw breaks': { raw: true },
  'trailing commas': { trailing: true },
  'bare keys': { keys: 'bare' },
  'twice quoted keys': { keys: 'twice' },
  'single quotes': { quote: "'" },
  comments: { comments: true },
  Python: { python: true, quote: "'" },
  JavaScript: { keys: 'bare', quote: "'", trailing: true, comments: true },
  'plus signs': { plus: true },
};

/** The arguments as a whole, written or wrapped in the ways that models do. */
export function faultsOutside(tool: string, sent: unknown): { how: string; sent: unknown; clear: boolean }[] {
  const text = JSON.stringify(sent);
  const clear = (how: string, now: unknown) => ({ how, sent: now, clear: true });
  const unclear = (how: string, now: unknown) => ({ how, sent: now, clear: false });
  const calls = [
    { name: tool, arguments: sent },
    { name: tool, arguments: text },
    { tool, parameters: sent },
    { function: tool, args: sent },
    { type: 'function', function: { name: tool, arguments: text } },
    { type: 'tool_use', id: 'toolu_1', name: tool, input: sent },
  ];
  const cuts = [0.2, 0.5, 0.8].map(share => Math.max(1, Math.floor(text.length * share)));
  return [
    clear('text', text),
    clear('fenced', `\`\`\`json\n${JSON.stringify(sent, null, 2)}\n\`\`\``),
    clear('encoded twice', JSON.stringify(text)),
    clear('encoded without quotes', JSON.stringify(text).slice(1, -1)),
    clear('list of one', [sent]),
    clear('list of one as text', `[${text}]`),
    ...['input', 'arguments', 'params', 'tool_input'].map(key => clear('wrapper', { [key]: sent })),
    ...calls.map(call => clear('whole call', call)),
    ...calls.map(call => clear('whole call as text', JSON.stringify(call))),
    ...Object.entries(STYLES).map(([how, style]) => clear(how, write(sent, style))),
    ...cuts.filter(end => end < text.length).map(end => unclear('cut', text.slice(0, end))),
    ...cuts.filter(end => end < text.length).map(end => unclear('wrapper cut', { input: text.slice(0, end) })),
    unclear('two objects', `${text}${text}`),
    unclear('another call', { name: 'another_tool', arguments: sent }),
    unclear('not a number', text.replace(/:(-?\d+(\.\d+)?)/, ':NaN').replace(/^(?!.*NaN).*$/s, '{"a":NaN}')),
  ];
}
