import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createToolgate } from '../../index.ts';
import { problemsOf } from './check-profile.ts';
import { lowerSchema } from './lower-schema.ts';
import { PROFILES, type Profile } from './profiles.ts';

const workspace = await mkdtemp(join(tmpdir(), 'toolgate-lowering-'));
const gate = await createToolgate({ workspace, store: 'memory', policy: 'privileged' });
afterAll(async () => {
  await gate.close();
  await rm(workspace, { recursive: true, force: true });
});

test.each(Object.keys(PROFILES) as Profile[])(
  '%s takes every built-in tool, and this is what it does not hold',
  async profile => {
    const report: Record<string, unknown> = {};
    for (const { name, parameters } of await gate.registry.catalogue()) {
      const { schema, strict, losses } = lowerSchema(parameters, profile);
      expect([name, problemsOf(schema, PROFILES[strict ? profile : (PROFILES[profile].fallback ?? profile)])]).toEqual([
        name,
        [],
      ]);
      report[name] = [
        ...(strict ? ['strict'] : []),
        ...losses.map(loss => `${loss.path} ${loss.keyword}: ${loss.says}`),
      ];
    }
    expect(report).toMatchSnapshot();
  },
);
