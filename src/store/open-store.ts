import { openMemory } from './memory/open.ts';
import type { Store } from './port.ts';
import { postgresPlace } from './postgres/place.ts';
import { openSqlite } from './sqlite/open.ts';

export type StorePlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'memory' }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Which workspace it is, of those that share the database. */
      readonly workspaceID: string;
    };

export async function openStore(where: StorePlace): Promise<Store> {
  if (where.kind === 'memory') return openMemory();
  if (where.kind === 'sqlite') return openSqlite(where.file);
  // Few users have PostgreSQL, and the others need not load its code.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(postgresPlace(where.url, where.workspaceID));
}
