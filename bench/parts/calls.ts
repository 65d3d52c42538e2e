import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createToolgate, Tool, type Toolgate } from '../../src/index.ts';
import type { Contest, Contestant } from '../contest.ts';
import { inFolder, type Part } from '../part.ts';

const schema = z.object({ a: z.number(), b: z.number() });
const args = { a: 1, b: 2 };

export const add = Tool.define('add', {
  description: 'Adds two numbers.',
  parameters: schema,
  returns: z.object({ sum: z.number() }),
  effects: () => [],
  execute: ({ a, b }) => ({ value: { sum: a + b }, output: String(a + b) }),
});

export const note = Tool.define('note', {
  description: 'Changes something that is kept.',
  parameters: z.object({ name: z.string() }),
  effects: ({ name }) => [{ kind: 'state', resource: name }],
  danger: 'safe',
  execute: ({ name }) => ({ output: name }),
});

export const wait = Tool.define('wait', {
  description: 'Waits for 20 ms.',
  parameters: z.object({ name: z.string() }),
  effects: ({ name }) => [{ kind: 'state', resource: name }],
  danger: 'safe',
  execute: async ({ name }) => {
    await sleep(20);
    return { output: name };
  },
});

const TWO_ROWS = `CREATE TABLE call (id TEXT PRIMARY KEY, name TEXT, args TEXT, outcome TEXT, at INTEGER);
  CREATE TABLE event (seq INTEGER PRIMARY KEY, id TEXT, data TEXT)`;

type OpenPeers = (
  schema: unknown,
  args: object,
) => Promise<{ readonly contestants: readonly Contestant[]; close(): Promise<void> }>;

/** Calls that do next to nothing: what every one of them pays. */
export const measure: Part = options =>
  inFolder(options, async folder => {
    const tools = [add, note, wait] as never;
    const gate = await createToolgate({ workspace: folder, store: 'memory', tools });
    const durable = await createToolgate({ workspace: folder, store: join(folder, 'state/toolgate.db'), tools });
    const database = new DatabaseSync(join(folder, 'floor.db'));
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${TWO_ROWS}`);
    const call = database.prepare('INSERT INTO call VALUES (?, ?, ?, ?, ?)');
    const event = database.prepare('INSERT INTO event (id, data) VALUES (?, ?)');
    let row = 0;
    const twoRows = () => {
      database.exec('BEGIN');
      call.run(String(row++), 'add', '{"a":1,"b":2}', 'ok', Date.now());
      event.run(String(row), '{"type":"tool_call_ended"}');
      database.exec('COMMIT');
    };
    await liveThrough(gate);
    await liveThrough(durable);
    let peers: Awaited<ReturnType<OpenPeers>> | undefined;
    const contests: Contest[] = [
      {
        work: 'one validated call, records in memory',
        measure: 'cpu',
        contestants: [
          { name: 'Zod parse and a function', role: 'floor', once: () => schema.parse(args), times: 20_000 },
          {
            name: 'toolgate, every stage',
            role: 'ours',
            once: () => gate.execute({ name: 'add', args }),
            times: 5_000,
          },
        ],
      },
      {
        work: 'the same with a durable ledger',
        measure: 'wall',
        goal: 1.2,
        contestants: [
          { name: 'two rows of SQLite', role: 'floor', once: twoRows, times: 500 },
          {
            name: 'toolgate',
            role: 'ours',
            once: at => durable.execute({ name: 'add', args }).then(() => storeAfter(at, 500)),
            times: 500,
          },
        ],
      },
      {
        work: 'calls with a side effect, 32 at once, each',
        measure: 'wall',
        goal: 2,
        contestants: [
          { name: 'two rows of SQLite', role: 'floor', once: twoRows, times: 512 },
          {
            name: 'toolgate',
            role: 'ours',
            once: at => (at % 32 === 0 ? noteAll(at) : storeAfter(at, 512)),
            times: 512,
          },
        ],
      },
      ...[64, 512, 2_048].map(
        (count): Contest => ({
          work: `${count} calls of 20 ms at once`,
          measure: 'wall',
          contestants: [
            { name: 'timers', role: 'floor', once: () => Promise.all(Array.from({ length: count }, () => sleep(20))) },
            { name: 'toolgate', role: 'ours', once: () => gate.executeAll(waits(count)) },
          ],
        }),
      ),
    ];
    // Of what a round did nothing is left to be written after it.
    const storeAfter = (at: number, every: number) => (at % every === every - 1 ? durable.store.flush() : undefined);
    const noteAll = async (at: number) => {
      const outcomes = await durable.executeAll(
        Array.from({ length: 32 }, (_, index) => ({ name: 'note', args: { name: `n${at}-${index}` } })),
      );
      if (outcomes.some(outcome => !outcome.ok)) throw new Error(outcomes.find(outcome => !outcome.ok)?.output);
    };
    // Last, for what a peer hooks into every promise is its own cost, and stays. By a computed name: peers are installed only
    // here, and the types of the project must not need them.
    const besidePeers = async (): Promise<Contest> => {
      const { openPeers } = (await import(new URL('../peers.ts', import.meta.url).href)) as { openPeers: OpenPeers };
      peers = await openPeers(schema, args);
      const [floor] = contests[0]?.contestants ?? [];
      return {
        work: 'one validated call, peers',
        measure: 'cpu',
        contestants: [...(floor ? [floor] : []), ...peers.contestants],
      };
    };
    return {
      contests: [...contests, besidePeers],
      close: async () => {
        await peers?.close();
        database.close();
        await gate.close();
        await durable.close();
      },
    };
  });

/**
 * Lets a gate have seen what one of a long-lived process has: calls that wait, fail, change something and are told of. What
 * is compiled for one kind of call alone is faster than that, and no process stays there.
 */
export async function liveThrough(gate: Toolgate): Promise<void> {
  const forget = gate.activity.subscribe('*', () => {});
  for (let round = 0; round < 20; round++) {
    await gate.executeAll([...waits(100), { name: 'note', args: { name: `r${round}` } }]);
    for (let at = 0; at < 500; at++) await gate.execute({ name: 'add', args: { a: at, b: 2 } });
    await gate.execute({ name: 'add', args: { a: 'one' } });
    await gate.execute({ name: 'ad', args });
    await gate.execute({ name: 'glob', args: { pattern: `*.${round}` } });
  }
  forget();
}

export const waits = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'wait', args: { name: `n${index}` } }));
