import { expect, it } from 'vitest';
import { MAVEN } from '../../support/runner-projects.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

/** With what Debian brings along, for there is no network; its surefire takes ten seconds to end. */
it('maven: a test that passes, one that fails and one that ends its machine', async () => {
  const test = await openGate({ ...MAVEN }, { policy: 'privileged' });
  const { value, error } = await test.run('run_tests', { timeout: 360 });
  expect(error).toBeUndefined();
  const file = 'src/test/java/org/example';
  expect(value).toMatchObject({
    runner: 'maven',
    passed: 1,
    failed: 1,
    skipped: 1,
    total: 4,
    failures: [{ name: 'org.example.SumTest > fails', file: `${file}/SumTest.java`, line: 16 }],
    crashed: [{ name: 'org.example.CrashTest > crashes', file: `${file}/CrashTest.java`, line: 7 }],
  });
});
