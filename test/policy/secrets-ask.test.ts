import { describe, expect, it } from 'vitest';
import type { PolicyInput } from '../../src/index.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const FILES = {
  '.env': 'TOKEN=hunter2\n',
  'sub/.env.local': 'TOKEN=hunter2\n',
  'keys/id_rsa': 'hunter2\n',
  'keys/id_rsa.pub': 'public hunter2\n',
  '.env.example': 'TOKEN=hunter2-here\n',
  'a.txt': 'plain hunter2\n',
};

async function open(
  policy: 'read-only' | 'standard' | 'privileged' | PolicyInput,
  answer: 'allow_once' | 'reject_once' | 'allow_always',
) {
  const asked: string[] = [];
  const test = await openGate(FILES, {
    policy,
    approver: ({ reason }) => {
      asked.push(reason);
      return answer;
    },
  });
  return { ...test, asked };
}

describe.each(['read-only', 'standard', 'privileged'] as const)('with the preset %s', preset => {
  it.each([
    ['read_file', { path: '.env' }],
    ['read_file', { path: './sub/../.ENV' }],
    ['read_file', { path: 'sub/.env.local' }],
    ['read_file', { path: 'keys/id_rsa' }],
    ['grep', { pattern: 'TOKEN', path: '.env' }],
  ])('%s of a file that looks like a secret asks: %j', async (tool, args) => {
    const test = await open(preset, 'reject_once');
    if (args.path.includes('ENV')) test.write('.ENV', 'TOKEN=hunter2\n');
    const outcome = await test.gate.execute({ name: tool, args });
    expect([outcome.error?.code, test.asked]).toEqual([
      'APPROVAL_DENIED',
      [expect.stringContaining('may hold secrets')],
    ]);
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });

  it.each([['.env.example'], ['keys/id_rsa.pub'], ['a.txt']])(
    '%s, which holds no secret, is read unasked',
    async path => {
      const test = await open(preset, 'reject_once');
      expect((await test.gate.execute({ name: 'read_file', args: { path } })).output).toContain('hunter2');
    },
  );

  it('a search through a folder leaves files that look like secrets out, and says how many', async () => {
    const test = await open(preset, 'reject_once');
    const { output } = await test.gate.execute({ name: 'grep', args: { pattern: 'hunter2', includeHidden: true } });
    expect(output).not.toMatch(/TOKEN=hunter2$|local|id_rsa:/m);
    expect(output).toMatch(/3 .*(?:left out|hidden|hides)/);
    expect(test.asked).toEqual([]);
  });
});

it('a command that names a file of secrets asks, and one that a rule allows as a whole does not', async () => {
  const rules = [{ tool: 'bash', match: 'cat*', verdict: 'allow' }] as const;
  const test = await open({ extends: 'privileged', rules }, 'reject_once');
  const cat = (gate: typeof test.gate, command: string) => gate.execute({ name: 'bash', args: { command } });
  expect((await cat(test.gate, 'cat .env')).error?.code).toBe('APPROVAL_DENIED');
  expect((await cat(test.gate, 'cat a.txt')).ok).toBe(true);
  const exact = await test.again({
    policy: { extends: 'privileged', rules: [{ tool: 'bash', match: 'cat .env', verdict: 'allow' }] },
  });
  expect((await cat(exact.gate, 'cat .env')).output).toContain('TOKEN');
});

it.each(['cat .en*', 'cat .e?v', 'cat sub/.[e]nv*', 'cat keys/id_*', 'head -1 *.key'])(
  'a glob that picks files of secrets names them, whatever a rule allows: %s',
  async command => {
    const rules = [{ tool: 'bash', verdict: 'allow' }] as const;
    const test = await open({ extends: 'privileged', rules }, 'reject_once');
    expect((await test.run('bash', { command })).error?.code).toBe('APPROVAL_DENIED');
    expect(test.asked).toEqual([expect.stringContaining('may hold secrets')]);
    expect((await test.run('bash', { command: 'cat *.txt; ls .e*' })).ok).toBe(true);
  },
);

it('a rule on its path lets a secret be read unasked, one on all reading does not', async () => {
  const named = await open(
    { extends: 'standard', rules: [{ effect: 'read', match: '.env', verdict: 'allow' }] },
    'reject_once',
  );
  expect((await named.gate.execute({ name: 'read_file', args: { path: '.env' } })).ok).toBe(true);
  const all = await open({ extends: 'standard', rules: [{ effect: 'read', verdict: 'allow' }] }, 'reject_once');
  expect((await all.gate.execute({ name: 'read_file', args: { path: '.env' } })).error?.code).toBe('APPROVAL_DENIED');
});

it.each([
  ['read_file', { path: '.env' }],
  ['bash', { command: 'cat .env' }],
])('"always" for %s is not asked again', async (name, args) => {
  const test = await open('privileged', 'allow_always');
  for (let times = 0; times < 2; times++) expect((await test.gate.execute({ name, args })).ok).toBe(true);
  expect(test.asked).toHaveLength(1);
});

it.each([
  ['ls -la .env', 'allow'],
  ['test -f .env && echo yes', 'allow'],
  ['stat .env', 'allow'],
  ['ls .env; cat .env', 'ask'],
  ['wc -l .env', 'ask'],
])(
  'a command that only looks whether a secret is there asks no one, one that opens it does: %s',
  async (command, verdict) => {
    const { gate } = await openGate({ '.env': 'KEY=1\n' }, { policy: 'privileged' });
    expect(await gate.explain({ name: 'bash', args: { command } })).toMatchObject({ verdict });
  },
);
