import { openMemory } from './memory/open.ts';
import type { Store } from './port.ts';
import { openSqlite } from './sqlite/open.ts';

export type StorePlace = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'memory' };

export async function openStore(where: StorePlace): Promise<Store> {
  return where.kind === 'memory' ? openMemory() : openSqlite(where.file);
}
