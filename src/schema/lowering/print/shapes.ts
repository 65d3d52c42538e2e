import { isRecord, setKey } from '../../json.ts';
import type { JsonSchema } from '../../schema.ts';
import { sayRule } from '../../words/say-rule.ts';
import { sayKeys } from '../brief.ts';
import { mentions, namesInCycles } from '../cycles.ts';
import { isHeld, isSaidByFormat, type Rules } from '../profiles.ts';
import type {
  ArrayShape,
  Loss,
  ObjectShape,
  Primitive,
  RefShape,
  RefTargets,
  ScalarShape,
  Shape,
  UnionShape,
} from '../shape.ts';
import { everything, joinKey, NO_NOTES, TEXT } from '../shape.ts';

/** The most work in all, for a shape that is met twice is written twice. */
const LARGEST = 30_000;
const DEEPEST_INLINED = 16;

/** Writes shapes as JSON Schema with the keywords of a provider. Rules that it does not hold go into descriptions. */
export function printShapes(root: Shape, targets: RefTargets, rules: Rules) {
  const losses: Loss[] = [];
  const definitions = new Map<string, { readonly name: string; readonly path: string }>();
  const once = namedOnce(root, targets);
  let left = LARGEST;
  let inlined = 0;

  const printer: Printer = {
    rules,
    targets,
    lose: (path, keyword, says) => losses.push({ path, keyword, says }),
    print(shape, path) {
      if (--left < 0) throw new RangeError('written out, the schema is too large');
      return withWords(printer, shape, printKind(shape, path), path);
    },
  };

  function printKind(shape: Shape, path: string): JsonSchema {
    switch (shape.kind) {
      case 'any':
        return {};
      case 'never':
        printer.lose(path, 'not', 'no value is right here');
        return {};
      case 'scalar':
        return printScalar(printer, shape, path);
      case 'union':
        return printUnion(printer, shape, path);
      case 'object':
        return printObject(printer, shape, path);
      case 'array':
        return printArray(printer, shape, path);
      case 'ref':
        return printRef(shape, path);
    }
  }

  function printRef(shape: RefShape, path: string): JsonSchema {
    const target = targets.get(shape.target);
    if (target && once.has(shape.target) && inlined < DEEPEST_INLINED) {
      inlined++;
      const printed = printer.print(target, path);
      inlined--;
      return printed;
    }
    const known = definitions.get(shape.target) ?? { name: nameFor(shape.target), path };
    definitions.set(shape.target, known);
    const ref = { $ref: `#/${rules.definitions}/${known.name}` };
    return rules.besideRef || Object.keys(shape.notes).length === 0 ? ref : { anyOf: [ref] };
  }

  function nameFor(target: string): string {
    const last = target
      .slice(target.lastIndexOf('/') + 1)
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .slice(0, 40);
    const wanted = target === '#' ? 'root' : last || 'part';
    const taken = new Set([...definitions.values()].map(({ name }) => name));
    return taken.has(wanted) ? `${wanted}_${taken.size + 1}` : wanted;
  }

  const schema = printer.print(root, '');
  if (definitions.size === 0) return { schema, losses };
  const written: Record<string, unknown> = {};
  for (const [target, { name, path }] of definitions)
    setKey(written, name, printer.print(targets.get(target) ?? { kind: 'any', notes: NO_NOTES }, path));
  return { schema: { ...schema, [rules.definitions]: written }, losses };
}

/** Targets with one mention, which may as well stand at that place themselves. */
function namedOnce(root: Shape, targets: RefTargets): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const shape of everything(root, targets))
    if (shape.kind === 'ref') counts.set(shape.target, (counts.get(shape.target) ?? 0) + 1);
  const cycles = namesInCycles(mentions(targets));
  return new Set([...counts].filter(([name, count]) => count === 1 && !cycles.has(name)).map(([name]) => name));
}

function printObject(printer: Printer, shape: ObjectShape, path: string): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, member] of shape.members) {
    setKey(properties, name, printer.print(member.shape, joinKey(path, name)));
    if (member.required) required.push(name);
  }
  const { rest, keys } = shape;
  const others = rest === 'unsaid' ? {} : { additionalProperties: rest && printer.print(rest, joinKey(path, '*')) };
  const out: JsonSchema = {
    type: 'object',
    properties,
    ...(required.length > 0 || printer.rules.allRequired ? { required } : {}),
    ...others,
  };
  if (!keys || typeof rest !== 'object') return out;
  if (printer.rules.anyKeyword) return { ...out, propertyNames: printer.print(keys, joinKey(path, '*')) };
  const words = `names of entries: ${sayKeys(keys, printer.targets)}`;
  printer.lose(path, 'propertyNames', words);
  return { ...out, description: `(${words})` };
}

function printArray(printer: Printer, shape: ArrayShape, path: string): JsonSchema {
  const item = `${path}[]`;
  if (shape.prefix.length === 0) {
    const empty = shape.items === false ? { maxItems: 0 } : {};
    return { type: 'array', items: printer.print(shape.items || TEXT, item), ...empty };
  }
  const prefixItems = shape.prefix.map(each => printer.print(each, item));
  if (shape.items !== false) return { type: 'array', prefixItems, items: printer.print(shape.items, item) };
  if (printer.rules.anyKeyword) return { type: 'array', prefixItems, items: false };
  return { type: 'array', prefixItems, maxItems: prefixItems.length };
}

/** Adds held bounds as keywords, everything else to the description, and losses to the report. */
function withWords(printer: Printer, shape: Shape, printed: JsonSchema, path: string): JsonSchema {
  const { rules } = printer;
  const { notes } = shape;
  const { description: inner, ...rest } = printed;
  const out: Record<string, unknown> = rest;
  const said: string[] = [];
  const lose = (keyword: string, value: unknown) => {
    const words = sayRule(keyword, value);
    said.push(words);
    printer.lose(path, keyword, words);
  };
  const limits = 'limits' in shape ? shape.limits : {};
  for (const [keyword, value] of Object.entries(limits)) {
    if (out[keyword] !== undefined) continue;
    if (isSaidByFormat(rules, limits, keyword)) printer.lose(path, keyword, `is left to the format ${limits.format}`);
    else if (isHeld(rules, keyword, value)) out[keyword] = value;
    else lose(keyword, value);
  }
  for (const { keyword, value } of notes.checks ?? []) lose(keyword, value);
  for (const [keyword, value] of annotations(shape)) {
    if (rules.annotations.has(keyword)) out[keyword] = value;
    else said.push(sayRule(keyword, value));
  }
  const words = said.length === 0 ? undefined : `(${said.join('; ')})`;
  const description = [notes.description, inner, words].filter(text => typeof text === 'string' && text !== '');
  if (notes.title !== undefined) out.title = notes.title;
  return description.length === 0 ? out : { ...out, description: description.join(' ') };
}

function annotations({ notes }: Shape): [string, unknown][] {
  const out: [string, unknown][] = [];
  if (notes.defaults) out.push(['default', notes.defaults.value]);
  if (notes.examples) out.push(['examples', notes.examples]);
  return out;
}

/** Shared by the parts of the printer. */
interface Printer {
  readonly rules: Rules;
  readonly targets: RefTargets;
  print(shape: Shape, path: string): JsonSchema;
  lose(path: string, keyword: string, says: string): void;
}

function printScalar(printer: Printer, { type, values }: ScalarShape, path: string): JsonSchema {
  if (!values) return { type };
  if (printer.rules.enums.has(type)) return { type, enum: values };
  const says = sayRule('enum', values);
  printer.lose(path, 'enum', says);
  return { type, description: `(${says})` };
}

/** Prints a union as `anyOf`, or as a list of types where that says all. */
function printUnion(printer: Printer, union: UnionShape, path: string): JsonSchema {
  const texts = new Set<string>();
  const branches: JsonSchema[] = [];
  for (const branch of flat(union)) {
    const printed = printer.print(branch, path);
    const text = JSON.stringify(printed);
    if (!texts.has(text)) branches.push(printed);
    texts.add(text);
  }
  if (branches.some(branch => Object.keys(branch).length === 0)) return {};
  if (branches.length === 1) return branches[0]!;
  const nullable = printer.rules.besideTypes ? withNull(branches, printer.rules.enums.has('null')) : undefined;
  return nullable ?? typeList(branches) ?? { anyOf: branches };
}

function* flat(union: UnionShape): Generator<Shape> {
  for (const branch of union.branches) {
    if (branch.kind === 'union' && Object.keys(branch.notes).length === 0) yield* flat(branch);
    else yield branch;
  }
}

function typeList(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const isType = (branch: JsonSchema) => Object.keys(branch).length === 1 && typeof branch.type === 'string';
  return branches.every(isType) ? { type: branches.map(branch => branch.type) } : undefined;
}

/** A schema of one form or null. */
function withNull(branches: readonly JsonSchema[], inEnums: boolean): JsonSchema | undefined {
  const isNull = (branch: JsonSchema) => branch.type === 'null' && Object.keys(branch).length === 1;
  const [one, ...more] = branches.filter(branch => !isNull(branch));
  if (!one || more.length > 0 || branches.length !== 2) return undefined;
  if (typeof one.type !== 'string' || one.type === 'null' || isRecord(one.anyOf)) return undefined;
  const type = [one.type, 'null'];
  if (!Array.isArray(one.enum)) return { ...one, type };
  return inEnums ? { ...one, type, enum: [...(one.enum as Primitive[]), null] } : undefined;
}
