import { checkObject } from './check-shape.ts';

/** A condition on one argument: one value that it must be, or comparisons that must all hold. */
type WhenCondition =
  | string
  | number
  | boolean
  | {
      readonly not?: string | number | boolean;
      readonly oneOf?: readonly (string | number | boolean)[];
      readonly lt?: number;
      readonly lte?: number;
      readonly gt?: number;
      readonly gte?: number;
      readonly startsWith?: string;
      readonly endsWith?: string;
      readonly contains?: string;
    };

/** Arguments by their names (`order.amount` for one inside another), each with its condition. */
export type When = Readonly<Record<string, WhenCondition>>;
type Plain = string | number | boolean;

/** The comparisons: what each takes, and whether a value fits. Undefined for a value of a kind that it cannot judge. */
const COMPARISONS = {
  not: { takes: isPlain, fits: (value: unknown, than: Plain) => (isPlain(value) ? value !== than : undefined) },
  oneOf: {
    takes: (than: unknown) => Array.isArray(than) && than.length > 0 && than.every(isPlain),
    fits: (value: unknown, than: readonly Plain[]) => (isPlain(value) ? than.includes(value) : undefined),
  },
  lt: numeric((value, than) => value < than),
  lte: numeric((value, than) => value <= than),
  gt: numeric((value, than) => value > than),
  gte: numeric((value, than) => value >= than),
  startsWith: textual((value, than) => value.startsWith(than)),
  endsWith: textual((value, than) => value.endsWith(than)),
  contains: textual((value, than) => value.includes(than)),
};

function numeric(holds: (value: number, than: number) => boolean) {
  return {
    takes: (than: unknown) => typeof than === 'number' && Number.isFinite(than),
    fits: (value: unknown, than: number) =>
      typeof value === 'number' && Number.isFinite(value) ? holds(value, than) : undefined,
  };
}

function textual(holds: (value: string, than: string) => boolean) {
  return {
    takes: (than: unknown) => typeof than === 'string' && than !== '',
    fits: (value: unknown, than: string) => (typeof value === 'string' ? holds(value, than) : undefined),
  };
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value));
}

type Comparison = keyof typeof COMPARISONS;

/** Checks conditions and gives a frozen copy; throws for an impossible one. */
export function checkWhen(value: unknown, at: string): When {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    throw new TypeError(`${at} must name arguments, such as { amount: { lte: 500 } }`);
  const checked = Object.entries(value).map(([name, condition]) => [name, checkCondition(condition, `${at}.${name}`)]);
  return Object.freeze(Object.fromEntries(checked));
}

function checkCondition(condition: unknown, at: string): unknown {
  if (isPlain(condition)) return condition;
  const input = checkObject(condition, at, Object.keys(COMPARISONS));
  if (Object.keys(input).length === 0) throw new TypeError(`${at} compares with nothing`);
  for (const [name, than] of Object.entries(input)) {
    if (!COMPARISONS[name as Comparison].takes(than))
      throw new TypeError(`${at}.${name} cannot compare with ${JSON.stringify(than)}`);
  }
  return Object.freeze(structuredClone(input));
}

/**
 * A test for arguments. An argument that cannot be compared (one that is not there, a text for a number) fits no rule
 * that allows, and every rule that forbids or asks.
 */
export function compileWhen(when: When, guards: boolean): (args: unknown) => boolean {
  const tests = Object.entries(when).map(([name, condition]) => ({ path: name.split('.'), condition }));
  return args => tests.every(({ path, condition }) => fits(valueAt(args, path), condition) ?? guards);
}

function fits(value: unknown, condition: WhenCondition): boolean | undefined {
  if (typeof condition !== 'object') return isPlain(value) ? value === condition : undefined;
  const results = Object.entries(condition).map(([name, than]) =>
    COMPARISONS[name as Comparison].fits(value, than as never),
  );
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
