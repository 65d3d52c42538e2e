import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { opencode } from '../opencode.ts';
import { prepareWrap } from './prepare-wrap.ts';

function openHome() {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-wrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [home, root] = [join(folder, 'home'), join(folder, 'p')];
  for (const each of [home, root]) mkdirSync(each);
  return { home, root };
}

const REQUEST = { homes: [], allow: [], variables: [], command: ['/bin/true'] };

/** Prepares a wrap in a thread of its own, when all of them are there. */
const BEGIN = `
  const { workerData: { url, gate, count, request, place }, parentPort } = require('node:worker_threads');
  import(url).then(({ prepareWrap }) => {
    Atomics.add(gate, 0, 1);
    while (Atomics.load(gate, 0) < count);
    try { prepareWrap(request, place); parentPort.postMessage('begun'); }
    catch (error) { parentPort.postMessage(String(error)); }
  });
`;

it('wraps that begin at the same time both begin where nothing of the host is there yet', async () => {
  for (let round = 0; round < 5; round++) {
    const { home, root } = openHome();
    const place = { env: { HOME: home, PATH: '/bin' }, root, cwd: root };
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const url = new URL('./prepare-wrap.ts', import.meta.url).href;
    const workerData = { url, gate, count: 2, request: { ...REQUEST, host: 'opencode' }, place };
    const said = [0, 1].map(async () => {
      const worker = new Worker(BEGIN, { eval: true, workerData });
      const word = await new Promise(resolve => worker.once('message', resolve));
      await worker.terminate();
      return word;
    });
    expect(await Promise.all(said)).toEqual(['begun', 'begun']);
  }
});

it('all that pi runs from its folder is held, its programs and packages too, and its models are a list of none', () => {
  const { home, root } = openHome();
  const env = { HOME: home, PATH: '/bin' };
  const { attended } = prepareWrap({ ...REQUEST, host: 'pi' }, { env, root, cwd: root });
  const folder = join(home, '.pi/agent');
  const held = (attended.held ?? []).map(({ at }) => at.slice(folder.length + 1));
  expect(held).toEqual(expect.arrayContaining(['settings.json', 'models.json', 'bin/', 'npm/', 'git/', 'extensions/']));
  expect(JSON.parse(readFileSync(join(folder, 'models.json'), 'utf8'))).toEqual({ providers: {} });
});

it('all that opencode loads from its folder is held, and hooks do not go into what was made empty for that', () => {
  const { home, root } = openHome();
  const folder = join(home, '.config/opencode');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'opencode.json'), '{ "username": "me" }');
  const env = { HOME: home, PATH: '/bin' };
  const { attended } = prepareWrap({ ...REQUEST, host: 'opencode' }, { env, root, cwd: root });
  const held = (attended.held ?? []).map(({ at }) => at.slice(folder.length + 1));
  expect(held).toEqual(expect.arrayContaining(['opencode.json', 'opencode.jsonc', 'config.json', 'agents/', 'tools/']));
  expect(readFileSync(join(folder, 'opencode.jsonc'), 'utf8')).toBe('{}\n');
  expect(opencode.config.file({ scope: 'user', root, env })).toBe(join(folder, 'opencode.json'));
});
