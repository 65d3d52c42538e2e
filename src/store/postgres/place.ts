import { createHash } from 'node:crypto';
import { ToolError } from '../../tool/error.ts';

/** Where the state of one workspace lies. The address holds a password: it is never shown, `name` is. */
export interface PostgresPlace {
  readonly url: string;
  /** The schema, one for each workspace. */
  readonly schema: string;
  /** The database's name, for people. */
  readonly name: string;
}

export const isPostgresUrl = (store: string): boolean => /^postgres(?:ql)?:\/\//i.test(store);

/** Ids of workspaces that fit into a name of PostgreSQL together with what stands before it. */
const workspaceIDs = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/;

/** What is wrong with an id, or undefined. */
export const workspaceIDProblem = (id: unknown): string | undefined =>
  typeof id === 'string' && workspaceIDs.test(id)
    ? undefined
    : 'must be a name of at most 48 letters, digits, - and _, such as "my-project"';

export function postgresPlace(url: string, workspaceID: string): PostgresPlace {
  const problem = workspaceIDProblem(workspaceID);
  if (problem) throw new ToolError('INVALID_ARGUMENTS', `workspaceID ${problem}.`);
  const schema = `toolgate_${workspaceID}`;
  return { url, schema, name: `${withoutSecrets(url)} (schema ${schema})` };
}

/** The address without password and options. An address that was written wrong may hold the password anywhere. */
export function withoutSecrets(store: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(store)) return store;
  const [scheme = ''] = store.split('://');
  try {
    const { username, host, pathname } = new URL(store);
    if (/@|%40/i.test(pathname) || !/^\/?[^/]*$/.test(pathname)) return `${scheme}://…`;
    return `${scheme}://${username ? `${username}@` : ''}${host}${pathname}`;
  } catch {
    return `${scheme}://…`;
  }
}

/** Two numbers that stand for the schema among the locks of the database: ours, and its own. */
export const lockOf = ({ schema }: PostgresPlace): string =>
  `${0x54476174}, ${createHash('sha256').update(schema).digest().readInt32BE(0)}`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
