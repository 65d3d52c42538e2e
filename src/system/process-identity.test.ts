import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { currentProcess, isDead, parseStat } from './process-identity.ts';

const self = currentProcess();

test('a process knows itself, and knows that it lives', () => {
  expect(self.pid).toBe(process.pid);
  expect({ ...currentProcess(self.id, self.heartbeat) }).toEqual(self);
  expect(isDead(self, self)).toBe(false);
  expect(isDead(currentProcess(), self)).toBe(false);
});

test('a child is alive until it has ended', async () => {
  const script = `
    const { currentProcess } = await import(${JSON.stringify(new URL('process-identity.ts', import.meta.url).href)});
    console.log(JSON.stringify(currentProcess()));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(child.stdout, 'data');
  const row = JSON.parse(String(text));
  expect(row.host).toBe(self.host);
  expect(isDead(row, self)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(isDead(row, self)).toBe(true);
});

test('a pid that was given to another process is no proof of life', () => {
  expect(isDead({ ...self, started: '1' }, self)).toBe(true);
});

test('a start of the machine ends every process', () => {
  expect(isDead({ ...self, boot: 'an earlier one' }, self)).toBe(true);
});

test('nothing is proved about another host or an unknown start', () => {
  const gone = { ...self, pid: 4_194_304, started: '1' };
  expect(isDead(gone, self)).toBe(true);
  expect(isDead({ ...gone, host: 'elsewhere' }, self)).toBe(false);
  expect(isDead({ ...gone, boot: 'unknown' }, self)).toBe(false);
  expect(isDead({ ...self, started: 'unknown' }, self)).toBe(false);
});

test('a process whose name has spaces and parentheses does not shift the fields', () => {
  const rest = Array.from({ length: 48 }, (_, index) => String(index + 4));
  const stat = (state: string, threads: string) => `12 (a) S b) (c) ${[state, ...rest.with(16, threads)].join(' ')}\n`;
  expect(parseStat(stat('S', '7'))).toEqual({ kind: 'running', at: '22', parent: 4 });
  expect(parseStat(stat('Z', '1'))).toEqual({ kind: 'gone' });
  expect(parseStat(stat('Z', '3'))).toEqual({ kind: 'running', at: '22', parent: 4 });
  expect(parseStat('rubbish')).toEqual({ kind: 'unknown' });
});
