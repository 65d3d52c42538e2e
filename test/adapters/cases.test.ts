import { describe, expect, it } from 'vitest';
import { CASES, comparable, play } from '../support/adapters/cases.ts';
import { DRIVERS, library } from '../support/adapters/drivers.ts';
import { openFixture } from '../support/adapters/fixture.ts';

describe.each(CASES)('a call that is $name', one => {
  const drivers = DRIVERS.filter(({ leavesOut }) => !leavesOut?.includes(one.name));
  it.each(drivers)('is answered by $name as by the gate itself', async driver => {
    const seen = await play(driver, one, await openFixture(one.gate));
    const expected = await play(library, one, await openFixture(one.gate));
    one.check(seen);
    one.check(expected);
    expect(seen.told.map(({ id }) => id)).toEqual(expected.told.map(({ id }) => id));
    const wanted = expected.told.map(comparable);
    for (const [index, told] of seen.told.map(comparable).entries()) {
      const { failed } = wanted[index]!;
      expect(told).toEqual({ ...wanted[index], failed: told.failed === undefined ? undefined : failed });
    }
  });
});
