import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ActivityStream } from '../../activity/activity-stream.ts';
import { memoryEvents } from '../../store/memory/events.ts';
import { createEventFeed } from './event-feed.ts';
import { streamEvents } from './event-stream.ts';

const WHO = { sessionID: 's', agent: 'a' };

/** A feed over events in memory that counts what is read of them. */
function openFeed() {
  const events = memoryEvents(100_000);
  const activity = new ActivityStream(events);
  const reads: number[] = [];
  const since: typeof events.since = (seq, options) => {
    reads.push(seq);
    return events.since(seq, options);
  };
  const feed = createEventFeed({ events: { last: events.last, since }, activity });
  const emit = (count: number) => {
    for (let index = 0; index < count; index++) activity.emit('tool_output_chunk', WHO, { index });
  };
  return { feed, reads, emit };
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new TextDecoder().decode((await reader.read()).value);

const numbersIn = (text: string) => [...text.matchAll(/"seq":(\d+)/g)].map(match => Number(match[1]));

describe('a stream', () => {
  it('a stream of events that nobody reads reads nothing itself', async () => {
    const { feed, reads, emit } = openFeed();
    emit(5_000);
    const { body } = await streamEvents(feed, 0);
    await sleep(50);
    expect(reads.length).toBeLessThanOrEqual(1);
    const reader = body!.getReader();
    expect(await read(reader)).toMatch(/^: events after 0/);
    const numbers: number[] = [];
    while (numbers.length < 5_000) numbers.push(...numbersIn(await read(reader)));
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    await reader.cancel();
    feed.close();
  });

  it('a stream of events shares what it reads with those who are equally far', async () => {
    const { feed, reads, emit } = openFeed();
    emit(1_000);
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => (await streamEvents(feed, 0)).body!.getReader()),
    );
    await Promise.all(readers.map(read));
    for (let page = 0; page < 2; page++) {
      const texts = await Promise.all(readers.map(read));
      expect(new Set(texts).size).toBe(1);
      expect(numbersIn(texts[0]!)).toHaveLength(500);
    }
    // Each also looks for what comes next.
    expect(reads.filter(seq => seq < 1_000).length).toBeLessThanOrEqual(3);
    await Promise.all(readers.map(reader => reader.cancel()));
    feed.close();
  });

  it('a stream of events is cut into messages of a bounded size', async () => {
    const events = memoryEvents();
    const activity = new ActivityStream(events);
    const feed = createEventFeed({ events, activity });
    for (let index = 0; index < 30; index++) activity.emit('error', WHO, { text: 'x'.repeat(200_000) });
    const reader = (await streamEvents(feed, 0)).body!.getReader();
    const numbers: number[] = [];
    for (await read(reader); numbers.length < 30; ) {
      const text = await read(reader);
      expect(text.length).toBeLessThan(2 * 2 ** 20);
      numbers.push(...numbersIn(text));
    }
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await reader.cancel();
    feed.close();
  });

  it('a stream of events ends when the feed is closed, and nobody can join any more', async () => {
    const { feed } = openFeed();
    const reader = (await streamEvents(feed, undefined)).body!.getReader();
    await read(reader);
    const rest = reader.read();
    feed.close();
    expect((await rest).done).toBe(true);
    await expect(streamEvents(feed, 0)).rejects.toMatchObject({ status: 503 });
  });

  it('a stream of events breaks when the store cannot be read, so that its viewer comes back', async () => {
    const { feed } = openFeed();
    const broken = createEventFeed({
      events: { last: async () => 5, since: () => Promise.reject(new Error('gone')) },
      activity: new ActivityStream(),
    });
    const reader = (await streamEvents(broken, 0)).body!.getReader();
    await read(reader);
    await expect(reader.read()).rejects.toThrow('gone');
    broken.close();
    feed.close();
  });
});
