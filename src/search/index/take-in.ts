import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { weightOf } from '../outline/path-weight.ts';
import type { OutlinedFile } from '../outline/thread.ts';

export type Intake = ReturnType<typeof createIntake>;

/** Changes what the index knows of files, within a transaction of the caller. */
export function createIntake(sql: DatabaseSync) {
  const run = prepare(sql);
  const remove = (path: string) => {
    const id = run.findFile.get(path)?.id;
    if (id === undefined) return;
    for (const name of IN_ORDER) run[name].run(id);
  };
  return {
    remove,
    /** Takes a file in, in place of what the index knew of it. */
    put({ path, hash: content, entries }: OutlinedFile, identity: string): void {
      const known = run.findFile.get(path);
      // A file that was written again with the same content: all that the index knows of it still holds.
      if (known && content !== '' && known.hash === content) return void run.keepFile.run(identity, known.id!);
      remove(path);
      const file = Number(run.addFile.run(path, identity, content, weightOf(path)).lastInsertRowid);
      for (const entry of entries) {
        const { name, kind, container, line, endLine, local, signature, doc, whole, words, hash } = entry;
        const values = [file, name, kind, container, line, endLine, local ? 1 : 0, signature, doc];
        const id = run.addSymbol.run(...values).lastInsertRowid;
        run.addHead.run(id, words.name, words.doc, words.place);
        run.addBody.run(id, words.body);
        if (whole.length > 2) run.addGrams.run(id, whole);
        if (hash !== undefined) run.addChunk.run(id, file, hash);
      }
    },
  };
}

type Statements = Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;

const STATEMENTS = {
  findFile: 'select id, hash from files where path = ?',
  addFile: 'insert into files (path, identity, hash, weight) values (?, ?, ?, ?)',
  keepFile: 'update files set identity = ? where id = ?',
  addSymbol: `insert into symbols (file, name, kind, container, line, end_line, local, signature, doc)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  addHead: 'insert into heads (rowid, name, doc, place) values (?, ?, ?, ?)',
  addBody: 'insert into bodies (rowid, body) values (?, ?)',
  addGrams: 'insert into grams (rowid, name) values (?, ?)',
  addChunk: 'insert into chunks (symbol, file, hash) values (?, ?, ?)',
  dropHeads: 'delete from heads where rowid in (select id from symbols where file = ?)',
  dropBodies: 'delete from bodies where rowid in (select id from symbols where file = ?)',
  dropGrams: 'delete from grams where rowid in (select id from symbols where file = ? and length(name) > 2)',
  dropSymbols: 'delete from symbols where file = ?',
  dropChunks: 'delete from chunks where file = ?',
  dropFile: 'delete from files where id = ?',
};

/** Symbols are dropped last but one: the rows of other tables are found by them. */
const IN_ORDER = ['dropHeads', 'dropBodies', 'dropGrams', 'dropChunks', 'dropSymbols', 'dropFile'] as const;

const prepare = (sql: DatabaseSync): Statements =>
  Object.fromEntries(Object.entries(STATEMENTS).map(([name, text]) => [name, sql.prepare(text)])) as Statements;
