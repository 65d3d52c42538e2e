import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { ActivityStream } from './activity-stream.ts';
import { ActivityEventType } from './event-types.ts';

const origin = { sessionID: 's', agent: 'main' };

async function openStream() {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-activity-'));
  const store = await openStore({ kind: 'sqlite', file: join(folder, 'store.db') });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const stream = new ActivityStream(store.events);
  const emit = (data: Record<string, unknown>) => stream.emit(ActivityEventType.ERROR, origin, data);
  return { store, stream, emit };
}

test('events that are told one after the other are read back in their order, numbered without a gap', async () => {
  const { store, emit } = await openStream();
  for (let at = 0; at < 250; at++) emit({ at });
  const rows = await store.events.since(0);
  expect(rows.map(({ seq, data }) => [seq, data.at])).toEqual(rows.map((_, at) => [at + 1, at]));
  expect(rows).toHaveLength(250);
});

test('an event that is no JSON is told of, and those beside it are stored', async () => {
  const { stream, store, emit } = await openStream();
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const heard: unknown[] = [];
  stream.subscribe('*', event => heard.push((event.data as { name?: string }).name));
  emit({ name: 'before' });
  emit({ name: 'bad', big: 1n });
  emit({ name: 'after' });
  await stream.settle();
  expect((await store.events.since(0)).map(({ data }) => data.name)).toEqual(['before', 'after']);
  expect(heard).toEqual(['before', 'after']);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('An event could not be stored'));
});
