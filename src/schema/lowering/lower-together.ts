import type { JsonSchema } from '../schema.ts';
import { examine } from './check-profile.ts';
import { type LoweredSchema, lowerSchema } from './lower-schema.ts';
import { PROFILES, type Profile } from './profiles.ts';

/** The schemas of one request's tools. Where a provider bounds what is strict, the simplest are, as many as fit. */
export function lowerTogether(schemas: readonly JsonSchema[], profile: Profile): readonly LoweredSchema[] {
  const rules = PROFILES[profile];
  const { fallback, request } = rules;
  const all = schemas.map(schema => lowerSchema(schema, profile));
  if (!request || !fallback) return all;
  const left = { ...request };
  const costs = all.map(({ schema, strict }, index) => ({ index, strict, ...examine(schema, rules).counts }));
  const simplestFirst = costs
    .filter(({ strict }) => strict)
    .sort((a, b) => a.optional + a.unions - b.optional - b.unions);
  const out = [...all];
  for (const { index, optional, unions } of simplestFirst) {
    if (left.tools >= 1 && left.optional >= optional && left.unions >= unions) {
      left.tools--;
      left.optional -= optional;
      left.unions -= unions;
    } else out[index] = notStrict(schemas[index]!, fallback);
  }
  return out;
}

function notStrict(schema: JsonSchema, fallback: Profile): LoweredSchema {
  const lowered = lowerSchema(schema, fallback);
  const loss = { path: '', keyword: 'strict', says: 'the strict tools of a request are at their limit without it' };
  return Object.freeze({ ...lowered, losses: [loss, ...lowered.losses] });
}
