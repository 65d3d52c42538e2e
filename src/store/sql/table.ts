import type { SqlRow, SqlValue, Statement } from './driver.ts';

type ColumnKind = 'text' | 'integer' | 'boolean' | 'json';

/** Columns of a kind, for the fields with these names. */
const columnsOf =
  <Kind extends ColumnKind>(kind: Kind) =>
  <Field extends string>(...fields: readonly Field[]) =>
    Object.fromEntries(fields.map(field => [field, kind])) as Readonly<Record<Field, Kind>>;
export const text = columnsOf('text');
export const integer = columnsOf('integer');
export const boolean = columnsOf('boolean');
export const json = columnsOf('json');

/** How rows of a port become rows of a table and back. An absent field is null. */
export interface SqlTable<Row> {
  readonly name: string;
  readonly insert: string;
  /** Insert, or replace all columns of the row with this key. */
  readonly upsert: string;
  params(row: Row): SqlValue[];
  /** Sets these fields of the row with this key; undefined empties one. */
  update(id: string, fields: Partial<Row>): Statement;
  /** The select list: every column under its field's name, perhaps with a prefix. */
  columns(table?: string, prefix?: string): string;
  row(record: SqlRow, prefix?: string): Row;
}

/** The statements that insert or replace so many rows, by the text of the one for one row. */
export const upsertsOfMany = new Map<string, (rows: number) => string>();

type Kinds<Row> = { readonly [Field in keyof Required<Row>]: ColumnKind };

/** The first field is the primary key. Every field of the row needs a column; leaving one out is a type error. */
export function defineTable<Row extends object>(name: string, kinds: Kinds<Row>): SqlTable<Row> {
  const fields = Object.entries<ColumnKind>(kinds).map(([field, kind]) => ({ field, kind, column: toColumn(field) }));
  const [key, ...rest] = fields.map(({ column }) => `"${column}"`);
  const insert = `insert into ${name} (${[key, ...rest].join(', ')}) values (${fields.map(() => '?').join(', ')})`;
  const replace = rest.map(column => `${column} = excluded.${column}`).join(', ');
  const onConflict = ` on conflict (${key}) do update set ${replace}`;
  const upsert = `${insert}${onConflict}`;
  const row = `, (${fields.map(() => '?').join(', ')})`;
  upsertsOfMany.set(
    upsert,
    keptTexts(rows => `${insert}${row.repeat(rows - 1)}${onConflict}`),
  );
  return {
    name,
    insert,
    upsert,
    params: row => fields.map(({ field, kind }) => toSql((row as Record<string, unknown>)[field], kind)),
    update(id, changed) {
      const set = fields.filter(({ field }) => Object.hasOwn(changed, field));
      const values = set.map(({ field, kind }) => toSql((changed as Record<string, unknown>)[field], kind));
      const columns = set.map(({ column }) => `"${column}" = ?`).join(', ');
      return { sql: `update ${name} set ${columns} where ${key} = ?`, params: [...values, id] };
    },
    columns: (table = name, prefix = '') =>
      fields.map(({ field, column }) => `${table}."${column}" as "${prefix}${field}"`).join(', '),
    row(record, prefix = '') {
      const row: Record<string, unknown> = {};
      for (const { field, kind } of fields) {
        const value = record[prefix + field];
        if (value !== null && value !== undefined) row[field] = fromSql(value, kind);
      }
      return row as Row;
    },
  };
}

/** Makes a text for so many rows once: such texts are long, and known again only by all of their letters. */
export function keptTexts(make: (rows: number) => string): (rows: number) => string {
  const kept = new Map<number, string>();
  return rows => {
    const text = kept.get(rows) ?? make(rows);
    kept.set(rows, text);
    return text;
  };
}

/** sessionID → session_id */
const toColumn = (field: string): string => field.replace(/([a-z])([A-Z]+)/g, '$1_$2').toLowerCase();

function toSql(value: unknown, kind: ColumnKind): SqlValue {
  if (value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value) ?? null;
  if (kind === 'boolean') return value ? 1 : 0;
  return value as string | number | null;
}

function fromSql(value: SqlValue, kind: ColumnKind): unknown {
  if (kind === 'json') return JSON.parse(value as string);
  return kind === 'boolean' ? value === 1 : value;
}
