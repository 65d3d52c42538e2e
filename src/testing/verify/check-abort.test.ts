import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { JsonSchema } from '../../schema/schema.ts';
import { type Definition, define, type Info } from '../../tool/define.ts';
import { executes, writes } from '../../tool/effect.ts';
import { descendants } from '../child-processes.ts';
import { verifyTool } from '../verify-tool.ts';

type Execute = Definition<JsonSchema, undefined>['execute'];

const tool = (changed: Pick<Definition<JsonSchema>, 'effects'>, execute: Execute): Info =>
  define('worker', { description: 'Work.', parameters: { type: 'object' }, ...changed, execute }) as Info;
const runs = (execute: Execute): Info => tool({ effects: () => [executes('sleep')] }, execute);
const changes = (execute: Execute): Info => tool({ effects: () => [writes('README.md')] }, execute);

async function found(info: Info, grace = 150): Promise<readonly string[]> {
  const report = await verifyTool(info, { packs: [], runs: 0, arguments: [{}], grace });
  expect(report.findings.every(({ check }) => check === 'abort')).toBe(true);
  expect(report.succeeded).toBe(1);
  return report.findings.map(({ message }) => message);
}

/** Works for a moment beside a process, which it ends by `end` when it is done or, if `tidy`, aborted. */
const beside = (script: string, { tidy, end }: { tidy: boolean; end: (pid: number, aborted: boolean) => void }) =>
  runs(async (_, { abort }) => {
    const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const exit = once(child, 'exit');
    try {
      await once(child.stdout, 'data', { signal: abort });
      await pause(200, undefined, { signal: abort });
    } finally {
      if (tidy || !abort.aborted) end(child.pid!, abort.aborted);
    }
    await exit;
    return { output: 'done' };
  });

const endGroup = (pid: number) => process.kill(-pid, 'SIGKILL');

it('finds nothing wrong with a tool that ends its processes', async () => {
  const tidy = beside('echo on; sleep 60; true', { tidy: true, end: endGroup });
  expect(await found(tidy, 5_000)).toEqual([]);
});

it('finds a process that was left, and ends it', async () => {
  const before = [...descendants().keys()];
  const messages = await found(beside('echo on; exec sleep 60', { tidy: false, end: endGroup }));
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/^Aborted at once, it left a process: \w+ \(\d+\)$/);
  expect(messages[1]).toMatch(/^Aborted in the middle, it left a process: sleep \(\d+\)$/);
  expect([...descendants().keys()]).toEqual(before);
});

it('finds a process that was left by a process', async () => {
  const end = (pid: number, aborted: boolean) => process.kill(aborted ? pid : -pid, 'SIGKILL');
  const messages = await found(beside('sleep 60 & echo on; wait', { tidy: true, end }));
  expect(messages.at(-1)).toMatch(/^Aborted in the middle, it left a process: sleep \(\d+\)$/);
});

it('finds a run that goes on', async () => {
  const deaf = runs(async () => ({ output: String(await pause(600)) }));
  expect((await found(deaf))[0]).toBe('Aborted at once, it went on for 150 ms');
});

it('finds a change that comes after the outcome', async () => {
  const late = changes(async (_, { files }) => {
    await pause(50);
    fs.writeFileSync(join(files.root, 'README.md'), 'late');
    return { output: '' };
  });
  expect((await found(late, 5_000))[0]).toBe('Aborted at once, it had its outcome, and then changed README.md');
});

it('finds a change that was left half done', async () => {
  const half = changes(async (_, { files, abort }) => {
    fs.writeFileSync(join(files.root, 'README.md'), 'half');
    await pause(50, undefined, { signal: abort });
    fs.writeFileSync(join(files.root, 'README.md'), 'whole');
    return { output: '' };
  });
  const said = 'Aborted at once, it said that it did nothing, and changed README.md';
  expect((await found(half, 5_000))[0]).toBe(said);
});

it('finds nothing wrong with a tool that stages its changes', async () => {
  const staged = changes(async (_, { files, abort }) => {
    await files.write('README.md', Buffer.from('half'));
    await pause(50, undefined, { signal: abort });
    await files.write('README.md', Buffer.from('whole'));
    return { output: '' };
  });
  expect(await found(staged, 5_000)).toEqual([]);
});
