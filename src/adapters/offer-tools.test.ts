import { expect, it } from 'vitest';
import { openGate } from '../../test/support/worlds/open-gate.ts';
import { offerTools } from './offer-tools.ts';

it('what is said of a tool is what is true now', async () => {
  const { gate } = await openGate();
  const offer = offerTools(gate, { profile: 'openai' });
  const said = async () => (await offer.list()).find(({ name }) => name === 'find_tools')?.description;
  expect(await said()).not.toContain('far__away');
  gate.registry.addLazy({ summaries: () => [{ name: 'far__away', description: 'Far.' }], resolve: () => null });
  expect(await said()).toContain('- far__away: Far.');
});

it('strict tools of one request stay within what the provider takes together', async () => {
  const { gate } = await openGate({}, { policy: 'privileged' });
  const offered = await offerTools(gate, { profile: 'anthropic-strict' }).list();
  const strict = offered.filter(({ lowered }) => lowered.strict);
  expect(strict.length).toBeGreaterThan(5);
  expect(strict.length).toBeLessThanOrEqual(20);
  const left = offered.filter(({ lowered }) => !lowered.strict);
  expect(left.every(({ lowered }) => lowered.losses.some(({ keyword }) => keyword === 'strict'))).toBe(true);
});
