import { expect, it } from 'vitest';
import { z } from 'zod';
import { openGate } from '../../test/support/worlds/open-gate.ts';
import { define } from '../tool/define.ts';
import { executes } from '../tool/effect.ts';

const runner = define('runner', {
  description: 'Runs a program of its own.',
  parameters: z.object({}),
  effects: () => [executes('program')],
  execute: () => ({ title: '', output: '' }),
});
const anything = define('anything', {
  description: 'Does not say what it does.',
  parameters: z.object({}),
  execute: () => ({ title: '', output: '' }),
});

it.each([
  ['read_file', { path: 'a.txt' }, 'none'],
  ['bash', { command: 'ls' }, 'required'],
  ['bash', { command: 'sleep 1', background: true }, 'required'],
  ['run_code', { language: 'python', code: '1' }, 'required'],
  ['capture_screenshot', {}, 'outside'],
  ['capture_screenshot', { url: 'a.txt' }, 'outside'],
  ['runner', {}, 'outside'],
  ['anything', {}, 'outside'],
])('explain says of %s %j whether a sandbox holds what it runs: %s', async (name, args, sandbox) => {
  const { gate } = await openGate({ 'a.txt': 'a' }, { policy: 'privileged', tools: [runner, anything] });
  expect(await gate.explain({ name, args })).toMatchObject({ sandbox });
});

it('explain says that the sandbox is off only of what it would hold', async () => {
  const { gate } = await openGate({}, { policy: { extends: 'privileged', sandbox: 'off' } });
  expect(await gate.explain({ name: 'bash', args: { command: 'ls' } })).toMatchObject({ sandbox: 'off' });
  expect(await gate.explain({ name: 'capture_screenshot', args: {} })).toMatchObject({ sandbox: 'outside' });
});
