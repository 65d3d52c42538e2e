import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type StorePlace } from '../../../src/store/open-store.ts';
import type { ClaimRow, Store } from '../../../src/store/port.ts';
import { SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { idOf, sampleApproval, sampleBlob } from '../../cases/store/samples.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';
import { runChildren, startChild } from '../../support/run-store-processes.ts';

let server: PostgresServer;
let folder: string;
let marks: string;
let place: StorePlace;
let stores = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  marks = join(folder, 'marks');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (): Promise<Store> => openStore(place);

const newPlaces: Record<string, () => StorePlace> = {
  sqlite: () => ({ kind: 'sqlite', file: join(folder, `${++stores}.db`) }),
  postgres: () => ({ kind: 'postgres', url: server.url, workspaceID: `${++stores}` }),
};

function checkFile(): void {
  if (place.kind !== 'sqlite') return;
  const connection = new SqliteConnection(place.file);
  expect(connection.all({ sql: 'pragma integrity_check', params: [] })).toEqual([{ integrity_check: 'ok' }]);
  connection.close();
}

for (const [kind, newPlace] of Object.entries(newPlaces)) {
  describe(kind, () => {
    beforeEach(() => {
      place = newPlace();
    });

    test('1,200 read-then-write transactions of four processes lose nothing', async () => {
      await (await open()).close();
      await runChildren('count', place, { count: 4 });
      const store = await open();
      expect(await store.state.get('count')).toBe(1200);
      await store.close();
    });

    test('six processes that start at once make one store', async () => {
      await runChildren('start', place, { count: 6 });
      const store = await open();
      expect(await store.state.keys('p')).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
      await store.close();
    });

    test('event numbers are unique, and one who follows the stream misses none', async () => {
      const store = await open();
      const seen: number[] = [];
      let running = true;
      const follow = async () => {
        for (let more = true; more; ) {
          more = running;
          const page = await store.events.since(seen.at(-1) ?? 0, { limit: 7 });
          seen.push(...page.map(event => event.seq));
          if (page.length > 0) more = true;
          await new Promise(resolve => setImmediate(resolve));
        }
      };
      const following = follow();
      const given = await runChildren('append', place, { count: 4 });
      running = false;
      await following;
      expect(given.flat(2).length).toBe(4 * 250);
      expect(new Set(given.flat(2)).size).toBe(4 * 250);
      for (const own of given) expect(own.flat()).toEqual((own.flat() as number[]).toSorted((a, b) => a - b));
      expect(seen).toEqual(Array.from({ length: 4 * 250 }, (_, index) => index + 1));
      await store.close();
    });

    test('claims of four processes never meet, and no number comes twice', async () => {
      await (await open()).close();
      mkdirSync(marks);
      const said = (await runChildren('claim', place, { count: 4, marks })).flat() as (ClaimRow & {
        met: string[][];
      })[];
      expect(said.length).toBeGreaterThan(0);
      expect(said.flatMap(claim => claim.met)).toEqual([]);
      const owners = new Map<number, string>();
      for (const { token, owner, resource } of said) {
        expect(owners.get(token) ?? `${owner} ${resource}`).toBe(`${owner} ${resource}`);
        owners.set(token, `${owner} ${resource}`);
      }
    });

    test('a grant is used by one process and an approval settled by one', async () => {
      const store = await open();
      for (let number = 0; number < 60; number += 1) {
        await store.approvals.grant(`key ${number}`, idOf(number), 1000);
        await store.approvals.insert(sampleApproval(number));
      }
      const used = (await runChildren('use-grants', place, { count: 3 })).flat().filter(id => id !== null);
      expect(used.toSorted()).toEqual(Array.from({ length: 60 }, (_, number) => idOf(number)));
      expect((await runChildren('settle', place, { count: 3 })).flat().filter(Boolean).length).toBe(60);
      await store.close();
    });

    test('after kill -9 everything durable is there', async () => {
      for (const after of [3, 17, 40]) {
        const child = startChild('write-for-ever', place);
        let last = 0;
        for await (const line of createInterface(child.stdout!)) {
          last = JSON.parse(line);
          if (last === after) child.kill('SIGKILL');
        }
        const store = await open();
        for (let number = 1; number <= last; number += 1) {
          expect(await store.calls.get(idOf(number))).toBeDefined();
          const [change] = await store.journal.changes(idOf(number));
          const image = sampleBlob(`${number} `.repeat(500));
          expect(change?.before?.sha).toBe(image.sha);
          expect(new Uint8Array((await store.journal.blob(image.sha))!)).toEqual(image.bytes);
        }
        expect(await store.events.last()).toBeGreaterThanOrEqual(last);
        await store.close();
        checkFile();
        place = newPlace();
      }
    });
  });
}
