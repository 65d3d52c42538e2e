import { z } from 'zod';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import type { Failure } from '../../../src/tool/error.ts';
import type { Call } from './built-in.ts';
import { type Case, type Group, judge, type Verdict } from './case.ts';

export interface Measured {
  readonly tool: string;
  readonly title: string;
  readonly case: Case;
  readonly verdict: Verdict;
  readonly got?: { readonly args: unknown };
  readonly error?: Failure;
}

const FORMS = ['zod', 'json', 'standard'] as const;

function formOf(group: Group, form: (typeof FORMS)[number]): Schema | undefined {
  if (form === 'standard') return standardOf(group);
  return form === 'json' ? group.json && closed(group.json) : group.zod;
}

type Json = Readonly<Record<string, unknown>>;

/** Forbids the keys that are not listed, as the Zod form does by itself; silent JSON Schema would let them pass. */
function closed(json: Json): Json {
  const parts = Object.entries(json).map(([keyword, value]) => [keyword, closedPart(keyword, value)] as const);
  const out: Record<string, unknown> = Object.fromEntries(parts);
  if (json.additionalProperties !== undefined || json.unevaluatedProperties !== undefined) return out;
  const combined = ['allOf', 'anyOf', 'oneOf', 'if', '$ref'].some(keyword => keyword in json);
  if (combined && (json.properties || json.allOf)) return { ...json, unevaluatedProperties: false };
  return json.properties ? { ...out, additionalProperties: false } : out;
}

function closedPart(keyword: string, value: unknown): unknown {
  if (['properties', '$defs', 'definitions', 'patternProperties'].includes(keyword)) {
    return Object.fromEntries(Object.entries(value as Json).map(([key, node]) => [key, closedNode(node)]));
  }
  if (['anyOf', 'oneOf', 'prefixItems', 'items'].includes(keyword) && Array.isArray(value))
    return value.map(closedNode);
  return ['items', 'additionalProperties'].includes(keyword) ? closedNode(value) : value;
}

const closedNode = (node: unknown): unknown =>
  typeof node === 'object' && node !== null ? closed(node as Json) : node;

/** The Zod form as another library's: only its check and its JSON Schema are known. */
function standardOf({ zod, zodAlone }: Group): Schema | undefined {
  if (!zod || zodAlone) return undefined;
  const { validate } = zod['~standard'];
  const json = () => z.toJSONSchema(zod, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return { '~standard': { version: 1, vendor: 'another', validate, jsonSchema: { input: json, output: json } } };
}

/** A tool for each form of each schema. */
export function toolsOf(groups: readonly Group[]): Info[] {
  return groups.flatMap((group, i) =>
    FORMS.flatMap(form => {
      const parameters = formOf(group, form);
      if (!parameters) return [];
      const { title: description, names: parameterNames } = group;
      const rest = { effects: () => [], execute: () => ({}) };
      return [define(`${form}_${i}`, { description, parameters, parameterNames, ...rest }) as Info];
    }),
  );
}

/** Each case for each form, as the gate would take it; nothing runs. */
export async function measure(gate: Toolgate, groups: readonly Group[]): Promise<Measured[]> {
  const out: Measured[] = [];
  for (const [i, group] of groups.entries()) {
    for (const form of FORMS) {
      if (!formOf(group, form)) continue;
      const tool = `${form}_${i}`;
      for (const one of group.cases) out.push(await measureOne(gate, { tool, title: group.title, case: one }));
    }
  }
  return out;
}

export async function measureOne(
  gate: Toolgate,
  { tool, title, case: one }: Pick<Measured, 'tool' | 'title' | 'case'>,
): Promise<Measured> {
  const explained = await gate.explain({ name: tool, args: one.sent });
  const got = explained.error ? undefined : { args: explained.args };
  return { tool, title, case: one, verdict: judge(one, got), got, error: explained.error };
}

/** One line on what went otherwise than expected. */
export function told({ tool, title, case: one, verdict, got, error }: Measured): string {
  const want = one.kind === 'refused' ? 'to be refused' : JSON.stringify(one.want);
  const came = got ? JSON.stringify(got.args) : `${error?.code}: ${error?.message.split('\n').slice(0, 2).join(' ')}`;
  return `${verdict}: ${title} (${tool}) ${JSON.stringify(one.sent)}\n    wanted ${want}\n    came ${came}`;
}

/** Each call of a built-in tool, against what the gate makes of the plain call that it stands for. */
export async function measureCalls(gate: Toolgate, calls: readonly Call[]): Promise<Measured[]> {
  const out: Measured[] = [];
  for (const { kind, name, sent, want } of calls) {
    const plain = want && (await gate.explain(want));
    if (plain?.error) throw new Error(`${JSON.stringify(want)} is no plain call: ${plain.error.message}`);
    const explained = await gate.explain({ name, args: sent });
    const one: Case = { kind, sent, want: plain && { tool: plain.tool, args: withOneName(plain.args) } };
    const got = explained.error ? undefined : { args: { tool: explained.tool, args: withOneName(explained.args) } };
    out.push({ tool: name, title: name, case: one, verdict: judge(one, got), got, error: explained.error });
  }
  return out;
}

/** edit_file takes its two texts under either name in a list of edits, and means the same. */
function withOneName(args: unknown): unknown {
  const { edits, ...rest } = args as { edits?: readonly Record<string, unknown>[] };
  if (!edits) return args;
  const own: Record<string, string> = { old_string: 'old_text', new_string: 'new_text' };
  const renamed = (edit: Record<string, unknown>) => Object.entries(edit).map(([key, text]) => [own[key] ?? key, text]);
  return { ...rest, edits: edits.map(edit => Object.fromEntries(renamed(edit))) };
}
