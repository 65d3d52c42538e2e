import { describe, expect, it } from 'vitest';
import { openScripts } from '../../../tools/scripts/open-scripts.ts';

/** A script that speaks to the gate without the functions that it was given. */
const RAW = `
const { writeSync } = require('node:fs')
await tools.todoread()
const pause = time => new Promise(resolve => setTimeout(resolve, time))
const wait = () => pause(20_000)
const say = async text => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(9, bytes, at) }
    catch (error) { if (error.code !== 'EAGAIN') throw error; await pause(1) }
  }
}
`;

const call = (id: unknown, name: unknown = 'write_file', args: unknown = { path: 'x.txt', content: 'x' }, more = {}) =>
  `${JSON.stringify({ id, name, args, ...more })}\n`;

describe('a script that sends', () => {
  it.each([
    ['what is no JSON', '{"id":\n'],
    ['something else than an object', '[1]\n'],
    ['a number that was used before', call(1)],
    ['a number that is none', call('7')],
    ['a number that is too large', call(2 ** 60)],
    ['no name', call(50, '')],
    ['a name that is too long', call(50, 'n'.repeat(300))],
    ['a list of arguments', call(50, 'write_file', [1])],
    ['more than a call has', call(50, 'write_file', {}, { parent: 'me' })],
    ['a word alone', 'tools\n'],
  ])('%s is stopped, and nothing is done', async (_, text) => {
    const { js, exists } = await openScripts();
    const outcome = await js(`${RAW}\nawait say(${JSON.stringify(text)}); await wait()`);
    expect(outcome.error?.code).toBe('INVALID_ARGUMENTS');
    expect(exists('x.txt')).toBe(false);
  });

  it('a message without an end is stopped', async () => {
    const { js } = await openScripts();
    const outcome = await js(`${RAW}\nfor (;;) await say('x'.repeat(1 << 20))`);
    expect(outcome.error?.code).toBe('TOO_LARGE');
  });

  it('arguments deeper than any stack gets an error or is stopped, and the gate goes on', async () => {
    const { js, run, exists } = await openScripts();
    await js(`${RAW}
      const deep = '{"a":'.repeat(100000) + '1' + '}'.repeat(100000)
      await say('{"id":50,"name":"write_file","args":{"path":"x.txt","content":' + deep + '}}\\n')
      await pause(1_000)`);
    expect(exists('x.txt')).toBe(false);
    expect((await run('todoread', {})).ok).toBe(true);
  });

  it('a script that sends calls without end, and catches every error, is stopped', async () => {
    const { js, gate } = await openScripts({}, { policy: { extends: 'privileged', limits: { scriptCalls: 5 } } });
    const outcome = await js('for (;;) await tools.todoread().catch(() => {})');
    expect(outcome.error?.code).toBe('BUDGET_EXCEEDED');
    expect((await gate.store.calls.list({ parentID: outcome.callID })).length).toBe(5);
  });

  it('a script that sends calls and never reads what they gave is stopped', async () => {
    const { js } = await openScripts({ 'big.txt': `${'x'.repeat(1000)}\n`.repeat(1500) });
    const outcome = await js(`${RAW}
      const read = id => JSON.stringify({ id, name: 'read_file', args: { path: 'big.txt', encoding: 'base64' } }) + '\\n'
      writeSync(9, Array.from({ length: 100 }, (_, at) => read(50 + at)).join(''))
      for (;;) { Math.sqrt(2) }`);
    expect(outcome.error?.code).toBe('TOO_LARGE');
  });

  it('a flood of calls at once has sixteen of them under way', async () => {
    const { js, inside } = await openScripts();
    const outcome = await js(`
      const made = Array.from({ length: 150 }, (_, at) => tools.write_file({ path: at + '.txt', content: 'x' }))
      return (await Promise.allSettled(made)).filter(({ status }) => status === 'fulfilled').length`);
    expect((outcome.value as { stdout: string }).stdout).toBe('150\n');
    expect(await inside(outcome)).toHaveLength(150);
  });
});

it('a script that closes the channel goes on without tools', async () => {
  const { js } = await openScripts();
  const outcome = await js(`
    require('node:fs').closeSync(9)
    return await Promise.race([tools.todoread().then(() => 'answered', error => error.code ?? error.name), new Promise(resolve => setTimeout(resolve, 500, 'silent'))])`);
  expect(outcome.output).toMatch(/silent|ABORTED|EBADF/);
});

it('what a script has not awaited is stopped with it, and has its outcome', async () => {
  const { js, inside } = await openScripts(
    { '.github/workflows/a.yml': 'a\n' },
    { approver: () => new Promise(() => {}) },
  );
  const outcome = await js(
    "tools.write_file({ path: '.github/workflows/a.yml', content: 'new' })\nsetTimeout(() => process.exit(0), 1500)",
  );
  expect(outcome.value).toMatchObject({ exitCode: 0 });
  expect((await inside(outcome)).map(({ status, ok }) => [status, ok])).toEqual([['settled', false]]);
});

it('a process that a script leaves behind calls nothing after its end', async () => {
  const { js, exists } = await openScripts();
  await js(`
    await tools.todoread()
    const { spawn } = require('node:child_process')
    const late = 'setTimeout(() => require("node:fs").writeSync(9, JSON.stringify({ id: 9, name: "write_file", args: { path: "late.txt", content: "x" } }) + "\\\\n"), 300)'
    spawn(process.execPath, ['-e', late], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 9] }).unref()`);
  await new Promise(resolve => setTimeout(resolve, 1_000));
  expect(exists('late.txt')).toBe(false);
});

it('threads of Python call at once, and each gets its own answer', async () => {
  const { python } = await openScripts(
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.txt`, `${at}`])),
  );
  const { value } = await python(`
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
  read = list(pool.map(lambda at: tools.read_file(path=f'{at}.txt')['content'].strip(), range(20)))
return read == [str(at) for at in range(20)]`);
  expect((value as { stdout: string }).stdout).toBe('true\n');
});

it('no script has rights or a network for having tools', async () => {
  const { js } = await openScripts({}, { policy: { extends: 'privileged', network: { allow: ['*'] } } });
  const { value } = await js(`
    await tools.todoread()
    const { connect } = require('node:net')
    return await new Promise(resolve => connect(80, '93.184.215.14').on('connect', () => resolve('out')).on('error', error => resolve(error.code)))`);
  expect((value as { stdout: string }).stdout).toMatch(/ENETUNREACH|EACCES|EPERM/);
});
