import { exampleOf } from '../../schema/example/example.ts';
import { CLOSED, HINT, type SchemaGuide } from '../../schema/guide/guide.ts';
import { viewsOf } from '../../schema/guide/view.ts';
import { isRecord, setKey } from '../../schema/json.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { describe } from '../../schema/words/describe.ts';
import { cut } from '../../schema/words/shown.ts';
import { ToolError } from '../error.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import {
  type CheckResult,
  type CompiledSchema,
  guideOf,
  type Issue,
  isItsOwnJudge,
  listedKeys,
  withoutUndefined,
} from './check/compile.ts';
import { explainValue, type LocatedProblem } from './check/explain-value.ts';
import { dotted } from './check/value-path.ts';
import { unwrapped } from './coerce/object.ts';
import { containerIn } from './coerce/text.ts';
import { nearly } from './coerce.ts';

type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ToolError };

/** The subject of a validation: the tool's name for the message, and the schema of its arguments. */
type ValidationSubject = { readonly id: string; readonly parameters: CompiledSchema };

interface ValidateOptions {
  /** The same error came before: the answer adds the schema of the parts that fail. */
  readonly again?: boolean;
}

/** Checks arguments. The error says everything that is wrong at once, so that one more call can be right. */
export function validate(
  tool: ValidationSubject,
  value: unknown,
  options: ValidateOptions = {},
): MaybePromise<ValidationResult> {
  const finish = (checked: CheckResult): ValidationResult =>
    checked.ok ? checked : { ok: false, error: invalidArguments(tool, { value, issues: checked.issues, ...options }) };
  const checked = tool.parameters.check(value);
  return checked instanceof Promise ? checked.then(finish) : finish(checked);
}

type RefusedValue = { readonly value: unknown; readonly issues: readonly Issue[] };

type FailedCheck = RefusedValue & ValidateOptions;

function invalidArguments(tool: ValidationSubject, { again = false, ...failed }: FailedCheck): ToolError {
  const guide = guideOf(tool.parameters);
  const isJudge = isItsOwnJudge(tool.parameters);
  const sent = withoutWrapper(tool.parameters, failed);
  const { value, issues } = isJudge ? sent : refusedByCheck(tool.parameters, sent);
  const located = explainValue(guide, withoutUndefined(value), { issues, isJudge });
  const problems = located.map(each => each.problem);
  const parameters = listedKeys(tool.parameters);
  const example = validExample(tool.parameters);
  const schema = again ? failingSchemas(guide, located) : undefined;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = [
    `${count} in the arguments; nothing was changed.`,
    ...listed(located),
    ...parameterLine(guide, parameters),
    ...(example === undefined ? [] : [`Example: ${cut(`${tool.id} ${JSON.stringify(example)}`, 240)}`]),
    ...(schema === undefined ? [] : schemaLines(schema)),
  ];
  const suggestion = firstSuggestion(located);
  return new ToolError('INVALID_ARGUMENTS', lines.join('\n'), {
    ...(suggestion === undefined ? {} : { suggestion }),
    details: {
      problems: problems.slice(0, MOST_PROBLEMS),
      parameters,
      ...(example === undefined ? {} : { example }),
      ...(schema ? { schema } : {}),
    },
  });
}

/** The check's own words, once the form of the arguments is as good as right. */
const refusedByCheck = (schema: CompiledSchema, sent: RefusedValue): RefusedValue =>
  refusedAs(schema, nearly(schema, sent.value)) ?? sent;

/** The problems inside a lone wrapper, since the wrapper itself is no problem. */
function withoutWrapper(schema: CompiledSchema, sent: RefusedValue): RefusedValue {
  const wrapper = unwrapped(sent.value);
  if (!wrapper || listedKeys(schema).includes(wrapper.key)) return sent;
  const inside = containerIn(wrapper.inside);
  return (isRecord(inside) ? refusedAs(schema, inside) : undefined) ?? sent;
}

function refusedAs(schema: CompiledSchema, value: unknown): RefusedValue | undefined {
  const checked = value === undefined ? undefined : schema.check(value);
  if (checked instanceof Promise) checked.catch(() => {});
  else if (checked && !checked.ok) return { value, issues: checked.issues };
  return undefined;
}

/** The most problems in the details: a list of a thousand wrong items needs no thousand problems. */
const MOST_PROBLEMS = 100;

/** The problems that fit the room; the others are counted, and stand in the details. */
function listed(problems: readonly LocatedProblem[]): string[] {
  const lines: string[] = [];
  let room = 600;
  for (const problem of problems) {
    const line = cut(inWords(problem), 260);
    if (lines.length > 0 && line.length > room) break;
    lines.push(line);
    room -= line.length;
  }
  const left = problems.length - lines.length;
  return left === 0 ? lines : [...lines, `- and ${left} more`];
}

function inWords({ problem: { path, expected, got, suggestion }, said }: LocatedProblem): string {
  const where = cut(path === '' ? 'arguments' : path, 80);
  if (said) return `- ${where}: ${expected}${got === 'nothing' ? '' : ` (got ${got})`}`;
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  const here = expected.startsWith('only ') ? ` here, where it takes ${expected}` : '';
  if (got.startsWith('unknown ')) return `- ${where}: unknown parameter${here}${hint}`;
  if (got === 'nothing') {
    const sent = suggestion === undefined ? '' : `; is it what you sent as ${cut(suggestion, 60)}?`;
    return `- ${where}: missing, expected ${expected}${sent}`;
  }
  return `- ${where}: expected ${expected}, got ${got}${hint}`;
}

/** The first suggestion in the words of the message, so that a reader of both sees it once. */
function firstSuggestion(located: readonly LocatedProblem[]): string | undefined {
  const near = located.find(({ problem, said }) => !said && problem.suggestion !== undefined);
  return near && cut(inWords(near), 260).replace(/^- /, '');
}

function parameterLine(guide: SchemaGuide, names: readonly string[]): string[] {
  if (names.length === 0) return ['Parameters: none'];
  const views = viewsOf(guide, guide.root);
  const words = names.map(name => {
    const required = views.every(view => view.required.has(name));
    const nodes = [...new Set(views.map(view => view.properties.get(name)))].filter(node => node !== undefined);
    return `${name} (${cut(describe(guide, nodes.length === 1 ? nodes[0]! : { anyOf: nodes }, 1), 40)}${required ? ', required' : ''})`;
  });
  const full = `Parameters: ${words.join(', ')}`;
  return [full.length <= 300 ? full : cut(`Parameters: ${names.join(', ')}`, 300)];
}

const examples = new WeakMap<CompiledSchema, { readonly value: unknown }>();

/** A minimal call that passes the check itself; none where no such call could be made up. */
function validExample(schema: CompiledSchema): unknown {
  const kept = examples.get(schema);
  if (kept) return kept.value;
  let value: unknown;
  try {
    value = exampleOf(schema.json, made => takes(schema, made));
  } catch {}
  examples.set(schema, { value });
  return value;
}

/** Whether the schema takes a value; an asynchronous check counts as a yes. */
function takes(schema: CompiledSchema, value: unknown): boolean {
  const checked = schema.check(value);
  if (!(checked instanceof Promise)) return checked.ok;
  checked.catch(() => {});
  return true;
}

function failingSchemas(guide: SchemaGuide, located: readonly LocatedProblem[]): Record<string, JsonSchema | boolean> {
  const out: Record<string, JsonSchema | boolean> = {};
  for (const { at, node } of located) if (node !== undefined) setKey(out, dotted(at), readable(node));
  if (Object.keys(out).length === 0) out[''] = readable(guide.root);
  return out;
}

/** The schema as its author wrote it: hints are keywords again; the dialect and the bounds of all integers say nothing. */
const readable = (node: JsonSchema | boolean): JsonSchema | boolean =>
  JSON.parse(JSON.stringify(node), (key, inside) => {
    if (key === '$schema' && typeof inside === 'string') return undefined;
    if (key === 'minimum' && inside === Number.MIN_SAFE_INTEGER) return undefined;
    if (key === 'maximum' && inside === Number.MAX_SAFE_INTEGER) return undefined;
    if (key === CLOSED) return undefined;
    if (!isRecord(inside) || !isRecord(inside[HINT])) return inside;
    const { [HINT]: hint, ...rest } = inside;
    return { ...rest, ...(hint as object) };
  });

function schemaLines(schema: Readonly<Record<string, unknown>>): string[] {
  const lines: string[] = [];
  let room = 600;
  for (const [path, part] of Object.entries(schema)) {
    if (room < 80) break;
    const line = cut(`Schema of ${path === '' ? 'the arguments' : path}: ${JSON.stringify(part)}`, room);
    lines.push(line);
    room -= line.length;
  }
  return lines;
}
