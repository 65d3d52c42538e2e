import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/index.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const FILES = { '.env': 'TOKEN=abcdefgh\n', 'data/people.csv': 'a,b\n', 'a.txt': 'a\n' };

const open = (rules: readonly Rule[] = [], more: { private?: readonly string[] } = {}) =>
  openGate(FILES, { policy: { extends: 'privileged', rules, ...more } });

const verdictOf = async (name: string, args: unknown, rules?: readonly Rule[]) => {
  const explained = await (await open(rules)).gate.explain({ name, args });
  if ('error' in explained) throw new Error(explained.error?.message);
  return explained;
};

describe('a syntax error', () => {
  const command = 'wget https://h.example/x\n&& ls';

  it('a syntax error leaves the host that stands before it, which is asked about whatever allows the command', async () => {
    const { verdict, reasons } = await verdictOf('bash', { command }, [{ tool: 'bash', verdict: 'allow' }]);
    expect(verdict).toBe('ask');
    expect(reasons.map(({ text }) => text).join('\n')).toContain('h.example');
  });

  it('a syntax error asks also where each command that is known is allowed', async () => {
    const rules: Rule[] = [
      { tool: 'bash', effect: 'execute', match: 'wget *', verdict: 'allow' },
      { tool: 'bash', effect: 'execute', match: 'ls*', verdict: 'allow' },
      { effect: 'network', match: 'h.example', verdict: 'allow' },
    ];
    expect((await verdictOf('bash', { command }, rules)).verdict).toBe('ask');
  });
});

describe('the same Python in a command and as code', () => {
  it.each([
    ['print(open(".env").read())', 'ask'],
    ['import subprocess\nsubprocess.run(["id"])', 'ask'],
    ['import urllib.request as u\nu.urlopen("https://h.example")', 'ask'],
    ['print(6 * 7)', 'allow'],
    ['import os\nos.environ["X"] = "1"\nprint(open("a.txt").read())', 'allow'],
    ['import requests', 'allow'],
    ['import os\nprint(dict(os.environ))', 'allow'],
  ])('Python in a command and as code is judged the same: %s: %s', async (code, expected) => {
    const asCode = await verdictOf('run_code', { language: 'python', code });
    const asCommand = await verdictOf('bash', { command: `python3 - <<'END'\n${code}\nEND` });
    expect([asCode.verdict, asCommand.verdict]).toEqual([expected, expected]);
  });
});

it('bash code that names a secret asks as the command does', async () => {
  expect((await verdictOf('run_code', { language: 'bash', code: 'ptx .env' })).verdict).toBe('ask');
  expect((await verdictOf('bash', { command: 'ptx .env' })).verdict).toBe('ask');
});

it('what the policy calls private is among the reads, whatever the program', async () => {
  const { gate, root } = await open([], { private: ['data/people.csv'] });
  const explained = await gate.explain({ name: 'bash', args: { command: 'rlwrap -l data/people.csv cat' } });
  expect(explained).toMatchObject({
    effects: expect.arrayContaining([{ kind: 'read', resource: `${root}/data/people.csv` }]),
  });
});

it('env is not asked about in the sandbox, and shows nothing of the user', async () => {
  const test = await openGate(FILES, {
    policy: 'privileged',
    env: { ...process.env, MY_API_TOKEN: 'tok-1234567890' },
  });
  const ran = await test.run('bash', { command: 'env' });
  expect(ran.error).toBeUndefined();
  expect(ran.output).toContain('PATH=');
  expect(ran.output).not.toContain('tok-1234567890');
});
