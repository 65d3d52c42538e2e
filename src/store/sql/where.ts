import type { SqlValue } from './driver.ts';

/** The conditions whose parameter is given, joined; none gives an empty text. */
export function where(conditions: Readonly<Record<string, SqlValue | undefined>>): {
  readonly sql: string;
  readonly params: SqlValue[];
} {
  const given = Object.entries(conditions).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined);
  return {
    sql: given.length === 0 ? '' : ` where ${given.map(([condition]) => condition).join(' and ')}`,
    params: given.map(([, value]) => value),
  };
}

export const limited = (limit: number | undefined): string =>
  limit === undefined ? '' : ` limit ${Math.max(0, Math.trunc(limit))}`;
