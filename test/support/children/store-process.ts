import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { ActivityStream } from '../../../src/activity/activity-stream.ts';
import { ActivityEventType } from '../../../src/activity/event-types.ts';
import { openStore, type StorePlace } from '../../../src/store/open-store.ts';
import { openPostgresDriver } from '../../../src/store/postgres/open.ts';
import { postgresPlace } from '../../../src/store/postgres/place.ts';
import { query, type SqlDriver } from '../../../src/store/sql/driver.ts';
import { openSqliteDriver } from '../../../src/store/sqlite/open.ts';
import {
  fileStateOf,
  idOf,
  sampleBlob,
  sampleCall,
  sampleChange,
  sampleEvent,
  sampleSet,
} from '../../cases/store/samples.ts';

/** What a process of the tests does with a store that others have open too: `node store-process.ts JOB PLACE NAME`. */
const [job, where = '', name = '', marks = ''] = process.argv.slice(2);
const place = JSON.parse(where) as StorePlace;
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

const overlaps = (a: string, b: string): boolean =>
  a === b || a === '.' || b === '.' || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

async function driverOf(): Promise<SqlDriver> {
  if (place.kind === 'postgres') return openPostgresDriver(postgresPlace(place.url, place.workspaceID));
  return openSqliteDriver(place.kind === 'sqlite' ? place.file : '');
}

const jobs: Record<string, () => Promise<void>> = {
  /** Reads a number and writes the next one, 300 times. */
  async count() {
    const driver = await driverOf();
    for (let round = 0; round < 300; round += 1) {
      await driver.write(function* () {
        const [row] = yield* query(`select value from state where name = 'count'`);
        const next = Number(row?.value ?? 0) + 1;
        yield* query(
          `insert into state (name, value) values ('count', ?) on conflict (name) do update set value = excluded.value`,
          [String(next)],
        );
      });
    }
    await driver.close();
  },

  async append() {
    const { events, close } = await openStore(place);
    for (let round = 0; round < 100; round += 1) {
      const batch = Array.from({ length: 1 + (round % 4) }, (_, n) => sampleEvent({ agent: name, data: { round, n } }));
      say(await events.append(batch));
    }
    await close();
  },

  /** While it holds a claim it puts a mark into a folder, and looks whether another's mark stands in its way. */
  async claim() {
    const { claims, close } = await openStore(place);
    const paths = ['a', 'a/b', 'a/b/c', 'a/d', 'e', '.'];
    for (let round = 0; round < 150; round += 1) {
      const path = paths[Math.floor(Math.random() * paths.length)]!;
      const taken = await claims.take([path], { owner: name, agent: name, now: Date.now(), ttl: 60_000 });
      if (!taken.ok) continue;
      const mark = `${marks}/${name} ${encodeURIComponent(path)}`;
      mkdirSync(mark);
      const met = readdirSync(marks)
        .map(entry => entry.split(' '))
        .filter(([owner, other]) => owner !== name && overlaps(path, decodeURIComponent(other!)));
      if (!(await claims.hold(taken.claims, Date.now()))) met.push(['lost', path]);
      rmdirSync(mark);
      say({ ...taken.claims[0], met });
      if (round % 3) await claims.release([path], name);
    }
    await claims.releaseOwner(name);
    await close();
  },

  async 'use-grants'() {
    const { approvals, close } = await openStore(place);
    for (let number = 0; number < 60; number += 1) say((await approvals.useGrant(`key ${number}`, 0)) ?? null);
    await close();
  },

  async settle() {
    const { approvals, close } = await openStore(place);
    for (let number = 0; number < 60; number += 1) {
      say(await approvals.settle(idOf(number), { status: 'answered', answeredBy: name, answeredAt: 1 }));
    }
    await close();
  },

  async start() {
    const { state, close } = await openStore(place);
    await state.set(name, true, { durable: true });
    await close();
  },

  /** Says what is durable, until it is killed. */
  async 'write-for-ever'() {
    const { calls, journal, events } = await openStore(place);
    for (let number = 1; ; number += 1) {
      const image = sampleBlob(`${number} `.repeat(500));
      void events.append([sampleEvent({ data: { number } })]);
      await Promise.all([
        calls.save(sampleCall(number), { durable: true }),
        journal.begin(sampleSet(number), [sampleChange(number, 0, { before: fileStateOf(image) })], [image]),
      ]);
      say(number);
    }
  },

  /** Ends before anything that it asked for could be written in its turn. */
  async exit() {
    const { calls, events, state } = await openStore(place);
    for (let number = 0; number < 1500; number += 1) void calls.save(sampleCall(number));
    void events.append([sampleEvent()]);
    new ActivityStream(events).emit(ActivityEventType.ERROR, { sessionID: 's', agent: 'main' }, {});
    void state.set('k', 'v');
    process.exit(0);
  },

  /** As an ordinary user, for whom the folder is closed. */
  async unprivileged() {
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    try {
      await openStore(place);
    } catch (error) {
      const { code, message, suggestion } = error as { code: string; message: string; suggestion: string };
      say({ code, message, suggestion });
    }
  },
};

await jobs[job ?? '']?.();
