export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Statement {
  /** Understood by SQLite and PostgreSQL alike; `?` stands for a parameter. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/**
 * SQL in steps: it yields statements and is given their rows. SQLite runs it to its end without letting go, PostgreSQL
 * awaits each step; the same text serves both. It may be run again from the start, so it changes nothing but the
 * database.
 */
export type Work<T> = Generator<Statement, T, readonly SqlRow[]>;

export function* query(sql: string, params: readonly SqlValue[] = []): Work<readonly SqlRow[]> {
  return yield { sql, params };
}

export interface WriteOptions {
  /** On the disk, power cut or not, before the promise resolves. */
  readonly durable?: boolean;
  /** Of several waiting writes with one key only the last has to be done. */
  readonly key?: string;
}

/** What a database has to give so that the parts in this folder make a store of it. */
export interface SqlDriver {
  /** Sees every write that was asked for before. No snapshot spans its statements. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** One transaction, all or nothing, with no other writer beside it; in the order of asking. */
  write<T>(work: () => Work<T>, options?: WriteOptions): Promise<T>;
  /** Gives the room of removed rows back to the disk, where that needs a word. */
  reclaim(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}
