import { z } from 'zod';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { type CompiledSchema, compileSchema } from '../../../../src/tool/arguments/check/compile.ts';
import { coerce } from '../../../../src/tool/arguments/coerce.ts';
import { validate } from '../../../../src/tool/arguments/validate.ts';

/** What arguments come to: the value that would run, or undefined where they are refused. */
export function coerceAndCheck(schema: CompiledSchema, args: unknown): { value: unknown; repairs: number } | undefined {
  const { value, repairs } = coerce(schema, args);
  const checked = validate({ id: 'tool', parameters: schema }, value);
  if (checked instanceof Promise) throw new Error('sync schemas only');
  return checked.ok ? { value, repairs: repairs.length } : undefined;
}

/** The same schema as Zod and as plain JSON Schema. */
export function bothForms(schema: z.ZodType): readonly { name: string; schema: CompiledSchema }[] {
  return [
    { name: 'Zod', schema: compileSchema(schema) },
    { name: 'JSON Schema', schema: compileSchema(closedJson(schema)) },
  ];
}

/** What Zod would drop without a word, JSON Schema must forbid. Parts of an intersection cannot: the whole does. */
function closedJson(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const def = zodSchema._zod.def as { type: string; catchall?: unknown };
      if (def.type === 'object' && !def.catchall) jsonSchema.additionalProperties = false;
      if (def.type !== 'intersection') return;
      for (const part of jsonSchema.allOf ?? []) delete part.additionalProperties;
      jsonSchema.unevaluatedProperties = false;
    },
  });
  return JSON.parse(JSON.stringify(json)) as JsonSchema;
}

/** Arguments that are repaired, and to what. */
type RepairCase = readonly [sent: unknown, meant: unknown];

export interface CaseTable {
  readonly schema: z.ZodType;
  readonly repaired?: readonly RepairCase[];
  readonly refused?: readonly unknown[];
  /** Valid as they are. */
  readonly kept?: readonly unknown[];
}

/** Cases for one parameter `v`, written without the object around it. */
export function wrapCases(schema: z.ZodType, table: Omit<CaseTable, 'schema'>): CaseTable {
  const wrap = (v: unknown) => ({ v });
  return {
    schema: z.object({ v: schema }),
    repaired: (table.repaired ?? []).map(([sent, meant]) => [wrap(sent), wrap(meant)] as const),
    refused: (table.refused ?? []).map(wrap),
    kept: (table.kept ?? []).map(wrap),
  };
}
