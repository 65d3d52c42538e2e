import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { coerce } from '../../../../src/tool/arguments/coerce.ts';
import { bothForms, type CaseTable, coerceAndCheck } from './both-forms.ts';

/** Runs each table for the Zod and the JSON Schema form. One test per form and table; all wrong cases are listed. */
export function testTables(tables: Readonly<Record<string, readonly CaseTable[]>>): void {
  for (const [fact, list] of Object.entries(tables)) {
    describe(fact, () => {
      for (const [i, table] of list.entries()) {
        for (const { name, schema } of bothForms(table.schema)) {
          test(`${name} ${i + 1}`, () => {
            const wrong: string[] = [];
            const note = (sent: unknown, came: unknown) =>
              wrong.push(`${JSON.stringify(sent)} → ${JSON.stringify(came)}`);
            for (const [sent, meant] of table.repaired ?? []) {
              const before = structuredClone(sent);
              const outcome = coerceAndCheck(schema, sent);
              if (!outcome || !isDeepStrictEqual(outcome.value, meant) || outcome.repairs === 0) note(sent, outcome);
              if (!isDeepStrictEqual(sent, before)) note('changed in place', sent);
              if (outcome && coerce(schema, outcome.value).value !== outcome.value) note('not idempotent', sent);
            }
            for (const sent of table.refused ?? []) {
              const outcome = coerceAndCheck(schema, sent);
              if (outcome) note(sent, outcome);
              if (coerce(schema, sent).value !== sent) note('refused, yet changed', sent);
            }
            for (const sent of table.kept ?? []) {
              const { value, repairs } = coerce(schema, sent);
              if (value !== sent || repairs.length > 0 || !coerceAndCheck(schema, sent)) note(sent, value);
            }
            expect(wrong).toEqual([]);
          });
        }
      }
    });
  }
}
