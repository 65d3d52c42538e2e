import { existsSync, utimesSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { idOf, sampleEvent } from '../../test/cases/store/samples.ts';
import { openStore } from '../store/open-store.ts';
import { OutputFiles } from '../store/outputs.ts';
import { createToolgate } from './create-toolgate.ts';
import { forgetOld } from './retention.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-retention-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function openParts() {
  const folder = await openFolder();
  const store = await openStore({ kind: 'sqlite', file: join(folder, 'toolgate.db') });
  onTestFinished(() => store.close());
  const outputs = new OutputFiles(join(folder, 'outputs'));
  const ago = (days: number, data: object = {}) => sampleEvent({ at: NOW - days * DAY, data: data as never });
  return { folder, store, outputs, now: () => NOW, ago };
}

it('records and outputs older than the days go', async () => {
  const parts = await openParts();
  const { store, outputs, folder, ago } = parts;
  await store.events.append([ago(31), ago(29)]);
  for (const [number, days] of [
    [1, 31],
    [2, 29],
  ] as const) {
    await outputs.save(idOf(number), 'x');
    const at = (NOW - days * DAY) / 1000;
    utimesSync(join(folder, 'outputs', `${idOf(number)}.txt`), at, at);
  }
  expect(await forgetOld(parts, { days: 30, megabytes: 100 })).toBe(true);
  expect((await store.events.since(0)).map(({ seq }) => seq)).toEqual([2]);
  expect([1, 2].map(number => existsSync(join(folder, 'outputs', `${idOf(number)}.txt`)))).toEqual([false, true]);
});

it('where the size is too large newer records go, and those of the last day stay', async () => {
  const parts = await openParts();
  const { store, ago } = parts;
  const much = { text: 'x'.repeat(200_000) };
  await store.events.append([
    ...Array.from({ length: 10 }, () => ago(20, much)),
    ...Array.from({ length: 10 }, () => ago(3, much)),
    ...Array.from({ length: 10 }, () => ago(0.5, much)),
  ]);
  await forgetOld(parts, { days: 30, megabytes: 5 });
  expect(await store.events.since(0)).toHaveLength(20);
  await forgetOld(parts, { days: 30, megabytes: 1 });
  expect(await store.events.since(0)).toHaveLength(10);
});

it('a gate forgets at its end, once in half a day, unless it is told to keep everything', async () => {
  const folder = await openFolder();
  const file = join(folder, 'toolgate.db');
  let now = NOW;
  const useGate = async (retention?: false) => {
    const store = await openStore({ kind: 'sqlite', file });
    await store.events.append([sampleEvent({ at: now - 40 * DAY })]);
    await store.close();
    const gate = await createToolgate({ workspace: folder, store: file, now: () => now, retention });
    await gate.close();
    const after = await openStore({ kind: 'sqlite', file });
    const old = (await after.events.since(0)).filter(({ at }) => at < now - 30 * DAY);
    await after.close();
    return old.length;
  };
  expect(await useGate(false)).toBe(1);
  expect(await useGate()).toBe(0);
  expect(await useGate()).toBe(1);
  now += DAY;
  expect(await useGate()).toBe(0);
});

it('a retention that would keep nothing, or says it otherwise, is refused', async () => {
  for (const retention of [{ days: 0 }, { megabytes: Number.NaN }, { hours: 3 }] as object[])
    await expect(createToolgate({ store: 'memory', retention })).rejects.toThrow(/retention/);
});
