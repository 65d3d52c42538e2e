export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Statement {
  /** SQL that SQLite and PostgreSQL both understand; `?` stands for a parameter. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/**
 * SQL in steps: it yields statements and is given their rows, or the rows of the last one where several go together.
 * SQLite runs the work to its end without letting go, PostgreSQL awaits each step; the same text serves both. The work
 * may be run again from the start, so it changes nothing but the database.
 */
export type SqlWork<T> = Generator<Statement | readonly Statement[], T, readonly SqlRow[]>;

export function* query(sql: string, params: readonly SqlValue[] = []): SqlWork<readonly SqlRow[]> {
  return yield { sql, params };
}

/** Statements whose rows nobody needs, in this order: over a network they go together. */
export function* queryAll(statements: readonly Statement[]): SqlWork<void> {
  if (statements.length > 0) yield statements;
}

export interface StoreWriteOptions {
  /** The write is on the disk, power cut or not, before the promise resolves. */
  readonly durable?: boolean;
  /** The write's key: of several waiting writes with one key only the last has to be done. */
  readonly key?: string;
  /** Others that say the same may be beside this write, and be mixed with it: each is right whatever they do. */
  readonly beside?: boolean;
  /**
   * The write takes a number that all share, whose row is locked until the commit: it goes last, in the order of the
   * counters, so that no two wait for each other, and has one step, for the commit is sent with it.
   */
  readonly counts?: Counter;
  /** Whether the write is of one step, and its caller is told only that it is done: it may go with the commit too. */
  readonly blind?: boolean;
}

/** Writes with one statement that gives the rows it met; gives whether that was one row. */
export async function meetsOne(driver: SqlDriver, { sql, params }: Statement, options: StoreWriteOptions) {
  return (await driver.write(() => query(sql, params), options)).length === 1;
}

export const counters = ['event', 'state'] as const;
export type Counter = (typeof counters)[number];

export interface StoreReadOptions {
  /** Whether the read may miss writes that this process has asked for and not waited for: it does not wait for them. */
  readonly beside?: boolean;
}

/** What a database has to give so that the parts in this folder make a store of it. */
export interface SqlDriver {
  /** Reads, and sees every write that was asked for before (see `beside`). No snapshot spans the statements. */
  read<T>(work: () => SqlWork<T>, options?: StoreReadOptions): Promise<T>;
  /** Writes in one transaction, all or nothing, no other writer beside it (see `beside`), in the order of asking. */
  write<T>(work: () => SqlWork<T>, options?: StoreWriteOptions): Promise<T>;
  /** Calls back before the next transaction, so that what was gathered until then becomes a write of it. */
  gather(write: () => void): void;
  /** Gives the room of removed rows back to the disk, where the database does not do so by itself. */
  reclaim(): Promise<void>;
  /** The database's own time and the time of its start, as epoch milliseconds; where several machines share it. */
  readonly clock?: { readonly now: string; readonly up: string };
  /** Milliseconds that the database's time is ahead of this machine's; zero while the difference cannot matter. */
  ahead?(): number;
  flush(): Promise<void>;
  close(): Promise<void>;
}
