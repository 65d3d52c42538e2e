import { isRecord } from '../../json.ts';
import type { JsonSchema } from '../../schema.ts';
import { sayRule } from '../../words/say-rule.ts';
import type { Rules } from '../profiles.ts';
import type { Primitive, RefTargets, ScalarShape, Shape, UnionShape } from '../shape.ts';

/** Shared by the parts of the printer. */
export interface Printer {
  readonly rules: Rules;
  readonly targets: RefTargets;
  print(shape: Shape, path: string): JsonSchema;
  lose(path: string, keyword: string, says: string): void;
}

export function printScalar(printer: Printer, { type, values }: ScalarShape, path: string): JsonSchema {
  if (!values) return { type };
  if (printer.rules.enums.has(type)) return { type, enum: values };
  const says = sayRule('enum', values);
  printer.lose(path, 'enum', says);
  return { type, description: `(${says})` };
}

/** Prints a union as `anyOf`, or as a list of types where that says all. */
export function printUnion(printer: Printer, union: UnionShape, path: string): JsonSchema {
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
