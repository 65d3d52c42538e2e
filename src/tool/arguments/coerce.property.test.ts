import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySchema, anyUnionSchema } from '../../../test/cases/schema/any-zod-schema.ts';
import { bothForms } from '../../../test/cases/tool/coerce/both-forms.ts';
import { runs } from '../../../test/support/suite.ts';
import type { CompiledSchema } from './check/compile.ts';
import { coerce } from './coerce.ts';

const schemaAndValue = anySchema.chain(sampled => fc.tuple(fc.constant(sampled), sampled.values));
const unionAndValue = anyUnionSchema.chain(sampled => fc.tuple(fc.constant(sampled), sampled.values));
const isOk = (schema: CompiledSchema, value: unknown) => (schema.check(value) as { ok: boolean }).ok;

test('valid values come back as they are', () => {
  fc.assert(
    fc.property(unionAndValue, ([{ schema }, value]) => {
      for (const { schema: form } of bothForms(schema)) {
        const coerced = coerce(form, value);
        expect(coerced.value).toBe(value);
        expect(coerced.repairs).toEqual([]);
      }
    }),
    { numRuns: runs(40) },
  );
});

test('what comes back changed validates, and is not changed again', () => {
  fc.assert(
    fc.property(anyUnionSchema, fc.jsonValue({ maxDepth: 3 }), ({ schema }, args) => {
      for (const { schema: form } of bothForms(schema)) {
        const { value, repairs } = coerce(form, args);
        expect(repairs.length > 0).toBe(value !== args);
        if (value === args) continue;
        expect(isOk(form, value)).toBe(true);
        expect(coerce(form, value).value).toBe(value);
      }
    }),
    { numRuns: runs(80) },
  );
});

/** Damage that has one way back, applied at random places. */
type Damage = (value: unknown, pick: () => number) => unknown;

const damage: Damage = (value, pick) => {
  const inner = mapInside(value, each => damage(each, pick));
  switch (pick() % 4) {
    case 0:
      return typeof inner === 'number' || typeof inner === 'boolean' ? String(inner) : inner;
    case 1:
      return typeof inner === 'object' && inner !== null ? JSON.stringify(inner) : inner;
    case 2:
      return typeof inner === 'object' && inner !== null
        ? `\`\`\`json\n${JSON.stringify(inner, null, 2)}\n\`\`\``
        : inner;
    default:
      return inner;
  }
};

function mapInside(value: unknown, change: (each: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
}

test('damaged values come back to what they were', () => {
  let back = 0;
  let all = 0;
  fc.assert(
    fc.property(schemaAndValue, fc.infiniteStream(fc.nat(99)), ([{ schema }, value], stream) => {
      const damaged = damage(value, () => stream.next().value!);
      for (const { schema: form } of bothForms(schema)) {
        const { value: repaired } = coerce(form, damaged);
        // Refused is safe; anything else must be the original.
        all++;
        if (isOk(form, repaired)) {
          expect(repaired).toEqual(value);
          back++;
        }
      }
    }),
    // A share of few is a matter of luck.
    { numRuns: runs(600) },
  );
  expect(back / all).toBeGreaterThan(0.97);
});

test('where Zod and JSON Schema both take a call, also of a union, they take it for the same', () => {
  fc.assert(
    fc.property(unionAndValue, fc.infiniteStream(fc.nat(99)), ([{ schema }, value], stream) => {
      const damaged = damage(value, () => stream.next().value!);
      const forms = bothForms(schema).map(form => ({ form: form.schema, ...coerce(form.schema, damaged) }));
      const [zod, json] = forms.filter(({ form, value: came }) => isOk(form, came)).map(each => each.value);
      if (json !== undefined) expect(zod).toEqual(json);
    }),
    { numRuns: runs(50) },
  );
});

test('keys in another case and a wrapper come back', () => {
  const cases = [
    (key: string) => key.replace(/_(.)/g, (_, char: string) => char.toUpperCase()),
    (key: string) => key.toUpperCase(),
    (key: string) => key.replaceAll('_', '-'),
    (key: string) => key.replaceAll('_', ' '),
  ];
  fc.assert(
    fc.property(schemaAndValue, fc.constantFrom(...cases), fc.boolean(), ([{ schema }, value], rename, wrap) => {
      const renamed = Object.fromEntries(Object.entries(value as object).map(([key, each]) => [rename(key), each]));
      for (const { schema: form } of bothForms(schema)) {
        expect(coerce(form, wrap ? { input: renamed } : renamed).value).toEqual(value);
        expect(coerce(form, JSON.stringify(wrap ? { arguments: JSON.stringify(renamed) } : renamed)).value).toEqual(
          value,
        );
      }
    }),
    { numRuns: runs(40) },
  );
});

test('no content is invented: every text of the result was sent', () => {
  fc.assert(
    fc.property(schemaAndValue, fc.infiniteStream(fc.nat(99)), fc.jsonValue(), ([{ schema }, value], stream, other) => {
      const damaged = damage(value, () => stream.next().value!);
      for (const args of [damaged, other]) {
        const sent = JSON.stringify(args)
          .toLowerCase()
          .replace(/[\s_\\-]+/g, '');
        for (const { schema: form } of bothForms(schema)) {
          for (const text of textsIn(coerce(form, args).value))
            expect(sent).toContain(text.toLowerCase().replace(/[\s_\\-]+/g, ''));
        }
      }
    }),
    { numRuns: runs(50) },
  );
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [value.replace(/["\\\n\r\t\b\f\u0000-\u001f]/g, '')].filter(
      text => !/[^ -~]/.test(text) && !/["\\]/.test(JSON.stringify(value).slice(1, -1)),
    );
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('a cut text never runs', () => {
  fc.assert(
    fc.property(schemaAndValue, fc.nat(), ([{ schema }, value], at) => {
      const text = JSON.stringify(value);
      const cut = text.slice(0, 1 + (at % Math.max(1, text.length - 1)));
      fc.pre(cut !== text);
      for (const { schema: form } of bothForms(schema)) {
        expect(coerce(form, cut).value).toBe(cut);
        expect(isOk(form, coerce(form, { input: cut }).value)).toBe(false);
      }
    }),
    { numRuns: runs(50) },
  );
});
