import type { Blob, ChangeRow, ChangeSetRow, ChangeSetStatus, JournalStore, SettledChanges } from '../../port.ts';
import { query, queryAll, type SqlDriver, type SqlWork, type Statement } from '../driver.ts';
import { inChunks, marks, olderThan, select, selectOne, selectRaw } from '../select.ts';
import { defineTable, integer, json, text } from '../table.ts';
import { packBlob, unpackBlob } from './blobs.ts';
import { pruneImages } from './prune-images.ts';

const sets = defineTable<ChangeSetRow>('change_set', {
  ...text('id', 'callID', 'label', 'sessionID', 'agent'),
  ...integer('turn'),
  ...text('processID', 'title'),
  ...integer('at'),
  ...text('status'),
  ...json('undoes'),
  ...text('action'),
});

const changes = defineTable<ChangeRow>('change', {
  ...text('id', 'setID'),
  ...integer('ord'),
  ...text('path', 'operation'),
  ...json('before', 'after'),
  ...text('temp', 'movedFrom', 'movedTo'),
  ...integer('added', 'removed'),
  ...text('undoneBy'),
});

type FinishMarks = NonNullable<Parameters<JournalStore['finish']>[2]>;

const isOpen = (status: ChangeSetStatus): boolean => status !== 'committed' && status !== 'rolled_back';

export const sqlJournal = (driver: SqlDriver): JournalStore => ({
  async begin(set, rows, blobs, told) {
    const images = new Images(blobs);
    let from = 0;
    try {
      for (let last = false; !last; ) {
        const some = rows.slice(from, from + PART);
        last = from + PART >= rows.length;
        const part: Part = { from, rows: some, last, ...images.of(some, last) };
        await driver.write(
          function* () {
            yield* inParts(begin(set, { ...part, blobs: yield* missing(part.blobs) }));
          },
          // No writer may forget images meanwhile: an image that is there already is not stored again.
          { durable: last, beside: true },
        );
        from += some.length;
        if (!last) told?.(from);
      }
    } catch (error) {
      if (from > 0) await driver.write(() => drop(set.id)).catch(() => {});
      throw error;
    }
  },
  async finish(id, status, ended = {}) {
    await driver.write(
      function* () {
        yield* query('update change_set set status = ? where id = ?', [status, id]);
        if (status !== 'committed') return;
        yield* inParts(mark(id, ended));
        yield* settle(ended.settles ?? []);
      },
      // The end of an intent, lost in a power cut, would be guessed from the files, and whoever had put one of them
      // back by hand meanwhile would see the others go back too. A database that several machines share may lose it
      // while its process lives on, and nobody would close the set.
      { durable: !ended.told || driver.clock !== undefined, beside: ended.settles === undefined },
    );
  },
  async settle(settled) {
    await driver.write(() => settle(settled), { durable: true });
  },
  async countPlanned() {
    const sql = `select count(*) as "count" from change where set_id in (select id from change_set
      where status = 'planned' and status in ('intent', 'planned', 'pending'))`;
    const [row] = await driver.read(() => query(sql));
    return row?.count as number;
  },
  set: id => driver.read(() => selectOne(sets, { 'id = ?': id })),
  async sets({ status, processID, sessionID, sessions: anyOf, turn, path, before, limit }) {
    const where = {
      ...(anyOf ? { [`session_id in (${marks(anyOf) || 'null'})`]: anyOf } : {}),
      'status = ?': status,
      // The status is said twice, so that the index of open sets can be used.
      "status in ('intent', 'planned', 'pending')": status && isOpen(status) ? (true as const) : undefined,
      'process_id = ?': processID,
      'session_id = ?': sessionID,
      'turn = ?': turn,
      'id in (select set_id from change where path = ?)': path,
      [olderThan('change_set')]: before,
    };
    return driver.read(() => select(sets, { where, order: 'seq desc', limit }));
  },
  changes: setID => driver.read(() => changesIn(setID)),
  async changesOf(path, limit) {
    const sql = `select ${changes.columns('c')}, ${sets.columns('s', 'set.')}
      from change c join change_set s on s.id = c.set_id`;
    const where = { 'c.path = ?': path, "s.status = 'committed'": true as const };
    const rows = await driver.read(() => selectRaw(sql, { where, order: 's.seq desc, c.ord desc', limit }));
    return rows.map(row => ({ ...changes.row(row), set: sets.row(row, 'set.') }));
  },
  async blob(sha) {
    const [row] = await driver.read(() => query('select size, packed, bytes from blob where sha = ?', [sha]));
    if (!row) return undefined;
    const bytes = unpackBlob(sha, row);
    // A damaged image would stand in the way of a good one with the same name.
    if (!bytes) await driver.write(() => query('delete from blob where sha = ?', [sha]));
    return bytes;
  },
  async size() {
    const [row] = await driver.read(() => query('select coalesce(sum(size), 0) as "size" from blob'));
    return row?.size as number;
  },
  prune: bytes => pruneImages(driver, bytes),
});

const PAGE = 5_000;

/** Changes are read in pages: what the database gives for a row takes as much room again as the row. */
function* changesIn(setID: string): SqlWork<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  for (;;) {
    const where = { 'set_id = ?': setID, 'ord > ?': rows.at(-1)?.ord ?? -1 };
    const page = yield* select(changes, { where, order: 'ord', limit: PAGE });
    for (const row of page) rows.push(row);
    if (page.length < PAGE) return rows;
  }
}

/** Statements that are made and handed over together: those of a large set are never all in memory. */
const AT_ONCE = 500;

function* inParts(statements: Iterable<Statement>): SqlWork<void> {
  let part: Statement[] = [];
  for (const statement of statements) {
    part.push(statement);
    if (part.length < AT_ONCE) continue;
    yield* queryAll(part);
    part = [];
  }
  yield* queryAll(part);
}

/** Changes that are written in one go; other writers wait as long. */
const PART = 5_000;

interface Part {
  readonly from: number;
  readonly rows: readonly ChangeRow[];
  readonly last: boolean;
  readonly shas: readonly string[];
  readonly blobs: readonly Blob[];
}

/** The images of a set, each handed out with the first change that names it, the rest with the last one. */
class Images {
  readonly #blobs: Map<string, Blob>;
  readonly #named = new Set<string>();

  constructor(blobs: readonly Blob[]) {
    this.#blobs = new Map(blobs.map(blob => [blob.sha, blob]));
  }

  of(rows: readonly ChangeRow[], last: boolean): Pick<Part, 'shas' | 'blobs'> {
    const shas: string[] = [];
    const name = (sha: string | undefined): void => {
      if (sha === undefined || this.#named.has(sha)) return;
      this.#named.add(sha);
      shas.push(sha);
    };
    for (const { before, after } of rows) for (const state of [before, after]) name(state?.sha);
    if (last) for (const sha of this.#blobs.keys()) name(sha);
    // Images go in one order, so that two processes with the same images never wait for each other.
    const blobs = shas.sort().flatMap(sha => this.#blobs.get(sha) ?? []);
    return { shas, blobs };
  }
}

/** Images that are not stored yet. A file's old content is as a rule: it would be packed and sent in vain. */
function* missing(blobs: readonly Blob[]): SqlWork<readonly Blob[]> {
  const there = new Set<unknown>();
  const all = blobs.map(({ sha }) => sha);
  for (const shas of inChunks(all, AT_ONCE))
    for (const { sha } of yield* query(`select sha from blob where sha in (${marks(shas)})`, shas)) there.add(sha);
  return blobs.filter(({ sha }) => !there.has(sha));
}

function* begin(set: ChangeSetRow, { from, rows, last, shas, blobs }: Part): Generator<Statement, void> {
  const first = last ? set : { ...set, status: 'rolled_back' as const };
  if (from === 0) yield { sql: sets.insert, params: sets.params(first) };
  else if (last) yield { sql: 'update change_set set status = ? where id = ?', params: [set.status, set.id] };
  for (const row of rows) yield { sql: changes.insert, params: changes.params(row) };
  const insertBlob = 'insert into blob (sha, size, packed, bytes) values (?, ?, ?, ?) on conflict (sha) do nothing';
  for (const { sha, bytes } of blobs) yield { sql: insertBlob, params: packBlob(sha, bytes) };
  for (const sha of shas) yield { sql: 'insert into image (set_id, sha) values (?, ?)', params: [set.id, sha] };
}

/** Marks changes as undone by a set, and others as undone no longer. */
function* mark(id: string, { takesBack = [], bringsBack = [] }: FinishMarks): Generator<Statement, void> {
  const undone = [...inChunks(takesBack, AT_ONCE)].map(ids => ({ ids, by: id }));
  const done = [...inChunks(bringsBack, AT_ONCE)].map(ids => ({ ids, by: null }));
  for (const { ids, by } of [...undone, ...done])
    yield { sql: `update change set undone_by = ? where id in (${marks(ids)})`, params: [by, ...ids] };
}

function* settle(settled: readonly SettledChanges[]): SqlWork<void> {
  for (const { setID, changes: ids } of settled) {
    const waits = "select 1 as \"one\" from change_set where id = ? and status in ('planned', 'pending')";
    if ((yield* query(waits, [setID])).length === 0) continue;
    yield* inParts(removeAll(setID, ids));
    const left = yield* query('select 1 as "one" from change where set_id = ? limit 1', [setID]);
    if (left.length === 0) yield* drop(setID);
  }
}

function* removeAll(setID: string, ids: readonly string[]): Generator<Statement, void> {
  for (const some of inChunks(ids, AT_ONCE))
    yield { sql: `delete from change where set_id = ? and id in (${marks(some)})`, params: [setID, ...some] };
}

function* drop(id: string): SqlWork<void> {
  yield* query(
    `delete from blob where sha in (select sha from image where set_id = ?)
       and not exists (select 1 from image other where other.sha = blob.sha and other.set_id <> ?)`,
    [id, id],
  );
  yield* query('delete from change_set where id = ?', [id]);
}
