import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ActivityStream } from '../../src/activity/activity-stream.ts';
import { type ConsoleWorld, follow, openConsole, TOKEN } from '../support/console/world.ts';

const WHO = { sessionID: 'someone', agent: 'someone' };

/** So many events, each with its place. */
async function emit(activity: ActivityStream, count: number, text = ''): Promise<void> {
  for (let index = 0; index < count; index++) activity.emit('tool_output_chunk', WHO, { index, text });
  await activity.flush();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const lastOf = ({ gate }: ConsoleWorld): Promise<number> => gate.store.events.last();

describe('the stream of events', () => {
  it('the stream of events gives what comes from now on, with everything in it', async () => {
    const world = await openConsole({ 'a.txt': 'a\n' });
    await emit(world.gate.activity, 3);
    const before = await lastOf(world);
    const stream = await world.follow();
    await world.gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
    const last = await lastOf(world);
    await stream.until(last);
    expect(stream.numbers()).toEqual(range(before + 1, last));
    expect(stream.messages[0]?.events[0]).toMatchObject({ type: 'tool_call_start', data: { toolName: 'read_file' } });
    expect(stream.messages.every(({ id, events }) => events.at(-1)?.seq === id)).toBe(true);
  });

  it('the stream of events gives what was before, and goes on without a gap or a double while more comes', async () => {
    const world = await openConsole();
    await emit(world.gate.activity, 1_700);
    const more = emit(world.gate.activity, 800);
    const streams = [await world.follow(0), await world.follow(1_234)];
    await more;
    await emit(world.gate.activity, 50);
    const last = await lastOf(world);
    await Promise.all(streams.map(stream => stream.until(last)));
    expect(streams[0]?.numbers()).toEqual(range(1, last));
    expect(streams[1]?.numbers()).toEqual(range(1_235, last));
    expect(Math.max(...(streams[0]?.messages.map(({ events }) => events.length) ?? []))).toBeLessThanOrEqual(500);
  });

  it('the stream of events is taken up again where it broke, also by the header of a browser', async () => {
    const world = await openConsole();
    const first = await world.follow(0);
    await emit(world.gate.activity, 700);
    await first.until(500);
    first.stop();
    const seen = first.messages.at(-1)?.id ?? 0;
    await emit(world.gate.activity, 300);
    const last = await lastOf(world);
    const second = await follow(`${world.url}/api/events`, { 'Last-Event-ID': String(seen) });
    await second.until(last);
    expect([...first.numbers(), ...second.numbers()]).toEqual(range(1, last));
  });

  it('the stream of events brings what other processes on the same store do', async () => {
    const world = await openConsole({ 'a.txt': 'a\n' });
    const other = await world.again();
    const stream = await world.follow(0);
    await other.gate.execute({ name: 'read_file', args: { path: 'a.txt' } }, { agent: 'elsewhere' });
    await other.gate.activity.flush();
    const last = await lastOf(world);
    await stream.until(last);
    expect(stream.numbers()).toEqual(range(1, last));
    expect(stream.messages.flatMap(({ events }) => events).map(({ agent }) => agent)).toContain('elsewhere');
  });

  it('the stream of events brings a burst to twenty viewers, each of its events once', async () => {
    const world = await openConsole();
    const streams = await Promise.all(range(1, 20).map(() => world.follow(0)));
    for (let second = 0; second < 5; second++) await emit(world.gate.activity, 1_000);
    const last = await lastOf(world);
    await Promise.all(streams.map(stream => stream.until(last)));
    for (const stream of streams) expect(stream.numbers()).toEqual(range(1, last));
  });

  it('the stream of events holds up nobody for a viewer who does not read, who has all of it later', async () => {
    const world = await openConsole();
    const read = await openSlowly(world.port);
    const text = 'x'.repeat(20_000);
    for (let round = 0; round < 20; round++) await emit(world.gate.activity, 50, text);
    const last = await lastOf(world);
    // Nobody else has to wait for it.
    const quick = await world.follow(last - 1);
    await quick.until(last);
    expect(await read(last)).toEqual(range(1, last));
  });

  it('the stream of events says where events are gone', async () => {
    const world = await openConsole();
    await emit(world.gate.activity, 100);
    await world.gate.store.events.prune(20);
    const stream = await world.follow(10);
    await stream.until(100);
    expect(stream.messages[0]).toEqual({ event: 'gap', id: 80, events: [] });
    expect(stream.numbers()).toEqual(range(81, 100));
  });

  it('the stream of events says where all events are gone, and where a number was never given', async () => {
    const world = await openConsole();
    await emit(world.gate.activity, 30);
    const ahead = await world.follow(1_000_000);
    await ahead.until(30);
    expect(ahead.messages).toEqual([{ event: 'gap', id: 30, events: [] }]);
    await world.gate.store.events.prune(0);
    const behind = await world.follow(5);
    await emit(world.gate.activity, 2);
    await behind.until(32);
    expect(behind.messages[0]).toMatchObject({ event: 'gap', id: 30 });
    expect(behind.numbers()).toEqual([31, 32]);
    await ahead.until(32);
    expect(ahead.numbers()).toEqual([31, 32]);
  });

  it.each(['-1', 'x', '1.5', '1e99', '9'.repeat(400)])('the stream of events takes no %s for a number', async from => {
    const world = await openConsole();
    expect((await world.get(`events?from=${from}`)).status).toBe(400);
  });

  it('the stream of events ends with the server, and those who leave make room', async () => {
    const world = await openConsole();
    for (let round = 0; round < 12; round++) {
      const streams = await Promise.all(range(1, 10).map(() => world.follow(0)));
      for (const stream of streams) stream.stop();
      await Promise.all(streams.map(({ ended }) => ended));
    }
    const stream = await untilThere(() => world.follow(0));
    world.people.close();
    await stream.ended;
  });

  it('the stream of events is for no more than a hundred at once', async () => {
    const world = await openConsole();
    const streams = await Promise.all(range(1, 100).map(() => world.follow(0)));
    expect((await world.get('events')).status).toBe(503);
    for (const stream of streams) stream.stop();
    await untilThere(() => world.follow(0));
  });
});

/** That someone has left is noticed a moment later. */
async function untilThere<T>(open: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await open();
    } catch {
      await sleep(20);
    }
  }
}

/** A viewer who reads nothing until asked to. */
async function openSlowly(port: number) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const sent = request({ host: '127.0.0.1', port, path: '/api/events?from=0', headers }, resolve);
    sent.on('error', reject);
    sent.end();
  });
  response.pause();
  const read = (last: number) =>
    new Promise<number[]>(resolve => {
      const numbers: number[] = [];
      let rest = '';
      response.setEncoding('utf8').on('data', chunk => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) for (const match of block.matchAll(/"seq":(\d+)/g)) numbers.push(Number(match[1]));
        if (numbers.at(-1) !== last) return;
        response.destroy();
        resolve(numbers);
      });
      response.resume();
    });
  return read;
}
