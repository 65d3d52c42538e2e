import { describe, expect, it } from 'vitest';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

async function explain(test: TestGate, command: string) {
  const told = await test.gate.explain({ name: 'bash', args: { command } });
  if (told.error) throw new Error(told.error.message);
  return told;
}

describe('a tool that would be fetched', () => {
  it.each([
    'npx cowsay',
    'npx -y cowsay',
    'npx --no-install=false cowsay',
    'npx --offline=false cowsay',
    'npm exec -y cowsay',
    'bunx cowsay',
    'npx -p cowsay moo',
    'cd sub && npx cowsay',
  ])('a tool that would be fetched asks, and one that is installed does not: %s', async command => {
    const test = await openGate({ 'sub/a.txt': '' }, { policy: 'privileged' });
    const asked = await explain(test, command);
    expect(asked).toMatchObject({ verdict: 'ask', danger: 'dangerous' });
    expect(asked.reasons.map(({ text }) => text).join()).toContain('fetches cowsay and runs it');
    // Code from the network is never without an effect on the network.
    expect(asked.effects).toContainEqual(expect.objectContaining({ kind: 'network', resource: 'registry.npmjs.org' }));
    test.write('node_modules/cowsay/package.json', '{}');
    test.write('node_modules/.bin/cowsay', '');
    expect(await explain(test, command)).toMatchObject({ verdict: 'allow', danger: 'moderate' });
  });

  it.each([
    'pnpm dlx cowsay',
    'yarn dlx cowsay',
    'npx cowsay@latest',
    'npm create cowsay',
    'npx ../cowsay',
    'uv run -w cowsay a.py',
  ])('a tool that would be fetched asks also where one of its name is installed: %s', async command => {
    const files = { 'node_modules/.bin/cowsay': '', 'node_modules/cowsay/package.json': '{}' };
    const test = await openGate(files, { policy: 'privileged' });
    expect((await explain(test, command)).danger).toBe('dangerous');
  });
});
