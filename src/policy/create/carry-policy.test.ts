import { describe, expect, it } from 'vitest';
import type { PresetName } from '../types.ts';
import { packPolicy, unpackPolicy } from './carry-policy.ts';
import { createPolicy } from './create-policy.ts';
import { PRESETS } from './presets.ts';
import { restrict } from './restrict.ts';

const carried = (text: string) => unpackPolicy(JSON.parse(text));
const rules = [{ effect: 'read', match: '.env', verdict: 'deny', reason: 'secret' }] as const;

describe('a policy that is carried to another process', () => {
  it.each(Object.keys(PRESETS) as PresetName[])(
    'a policy that is carried to another process is the same there: %s',
    name => {
      const policy = createPolicy({ extends: name, rules, limits: { calls: 7 } });
      expect(carried(JSON.stringify(packPolicy(policy)))).toEqual(policy);
    },
  );

  it('a policy that is carried to another process keeps its layers', () => {
    const policy = restrict(createPolicy({ extends: 'privileged', rules }), createPolicy('read-only'));
    const other = carried(JSON.stringify(packPolicy(policy)));
    expect(other).toEqual(policy);
    expect(other.version).toBe(policy.version);
  });

  it('a policy that is carried to another process is refused when something in it was changed', () => {
    const text = JSON.stringify(packPolicy(createPolicy({ extends: 'standard', rules })));
    expect(() => carried(text.replace('"deny"', '"allow"'))).toThrow('changed on its way');
    expect(() => carried(text.replace('"rules":[', '"rulez":['))).toThrow('changed on its way');
    expect(() => unpackPolicy([])).toThrow(TypeError);
  });
});
