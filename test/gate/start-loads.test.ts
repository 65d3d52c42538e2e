import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCli, SOURCE } from '../support/open-cli.ts';

const RECORDER = new URL('../support/children/record-loads.ts', import.meta.url).href;
const LIBRARY = new URL('../../src/index.ts', import.meta.url).href;

/** Code by which the gate itself speaks of packs. */
const SAID_BEFORE = [
  'shell/describe-runs.ts',
  'shell/hide-secrets.ts',
  'shell/printed/plain-output.ts',
  'shell/say-job.ts',
  'spawn/aliases.ts',
  'spawn/say-types.ts',
  'tasklist/roles.ts',
];

/** The code below src/packs that a program loads, beside what the gate says of packs. */
function packCode(args: readonly string[], through: readonly string[] = []): readonly string[] {
  const { run, root } = openCli({ 'a.txt': 'hello\n', 'list.mjs': LIST });
  const LOADS = join(root, '..', 'loads');
  const { status, stderr } = run(args, { main: SOURCE, through, env: { LOADS, NODE_OPTIONS: `--import=${RECORDER}` } });
  expect(status, stderr).toBe(0);
  const loaded = readFileSync(LOADS, 'utf8').split('\n');
  expect(loaded.length).toBeGreaterThan(20);
  const code = loaded.flatMap(url => /\/src\/packs\/(.+\.ts)$/.exec(url)?.[1] ?? []);
  return code.filter(path => !SAID_BEFORE.includes(path));
}

const LIST = `
import { createToolgate } from ${JSON.stringify(LIBRARY)};
const gate = await createToolgate({ store: 'memory', policy: 'privileged' });
await gate.registry.ready();
const names = gate.registry.describe().map(({ name }) => name);
await gate.close();
if (!names.includes('bash') || !names.includes('web_fetch')) process.exit(1);
process.exit(0);
`;

describe('no code of a pack is loaded', () => {
  it.each([['--version'], ['--help'], ['tools', '--policy', 'privileged']])(
    'toolgate %s loads no code of a pack',
    (...args) => {
      expect(packCode(args)).toEqual([]);
    },
  );

  it('a program that makes a gate and lists its tools loads no code of a pack', () => {
    expect(packCode([], [process.execPath, 'list.mjs'])).toEqual([]);
  });

  it('a call loads the code of its own pack alone', () => {
    const loaded = packCode(['exec', 'read_file', '--args', '{"path":"a.txt"}']);
    expect(loaded).toContain('filesystem/pack.ts');
    expect(loaded.filter(path => !path.startsWith('filesystem/'))).toEqual([]);
  });
});
