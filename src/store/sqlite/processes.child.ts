import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { idOf, sampleBlob, sampleCall, sampleChange, sampleEvent, sampleSet, stateOf } from '../conformance/samples.ts';
import { openStore } from '../open-store.ts';
import { query } from '../sql/driver.ts';
import { SqliteDriver } from './driver.ts';
import { connect } from './open.ts';

/** What a process of the tests does with the file that others have open too: `node processes.child.ts JOB FILE NAME`. */
const [job, file = '', name = ''] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

const overlaps = (a: string, b: string): boolean =>
  a === b || a === '.' || b === '.' || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

const jobs: Record<string, () => Promise<void>> = {
  /** Reads a number and writes the next one, 300 times. */
  async count() {
    const driver = new SqliteDriver(connect(file));
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
    const { events, close } = await openStore({ kind: 'sqlite', file });
    for (let round = 0; round < 100; round += 1) {
      const batch = Array.from({ length: 1 + (round % 4) }, (_, n) => sampleEvent({ agent: name, data: { round, n } }));
      say(await events.append(batch));
    }
    await close();
  },

  /** While it holds a claim it puts a mark beside the file, and looks whether another's mark stands in its way. */
  async claim() {
    const { claims, close } = await openStore({ kind: 'sqlite', file });
    const paths = ['a', 'a/b', 'a/b/c', 'a/d', 'e', '.'];
    for (let round = 0; round < 150; round += 1) {
      const path = paths[Math.floor(Math.random() * paths.length)]!;
      const taken = await claims.take([path], { owner: name, agent: name, now: Date.now(), ttl: 60_000 });
      if (!taken.ok) continue;
      const mark = `${file}.marks/${name} ${encodeURIComponent(path)}`;
      mkdirSync(mark);
      const met = readdirSync(`${file}.marks`)
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
    const { approvals, close } = await openStore({ kind: 'sqlite', file });
    for (let number = 0; number < 60; number += 1) say((await approvals.useGrant(`key ${number}`, 0)) ?? null);
    await close();
  },

  async settle() {
    const { approvals, close } = await openStore({ kind: 'sqlite', file });
    for (let number = 0; number < 60; number += 1) {
      say(await approvals.settle(idOf(number), { status: 'answered', answeredBy: name, answeredAt: 1 }));
    }
    await close();
  },

  async start() {
    const { state, close } = await openStore({ kind: 'sqlite', file });
    await state.set(name, true, { durable: true });
    await close();
  },

  /** Says what is durable, until it is killed. */
  async 'write-for-ever'() {
    const { calls, journal, events } = await openStore({ kind: 'sqlite', file });
    for (let number = 1; ; number += 1) {
      const image = sampleBlob(`${number} `.repeat(500));
      void events.append([sampleEvent({ data: { number } })]);
      await Promise.all([
        calls.save(sampleCall(number), { durable: true }),
        journal.begin(sampleSet(number), [sampleChange(number, 0, { before: stateOf(image) })], [image]),
      ]);
      say(number);
    }
  },

  /** Ends before anything that it asked for could be written in its turn. */
  async exit() {
    const { calls, events, state } = await openStore({ kind: 'sqlite', file });
    for (let number = 0; number < 1500; number += 1) void calls.save(sampleCall(number));
    void events.append([sampleEvent()]);
    void state.set('k', 'v');
    process.exit(0);
  },

  /** As an ordinary user, for whom the folder is closed. */
  async unprivileged() {
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    try {
      await openStore({ kind: 'sqlite', file });
    } catch (error) {
      const { code, message, suggestion } = error as { code: string; message: string; suggestion: string };
      say({ code, message, suggestion });
    }
  },
};

await jobs[job ?? '']?.();
