import type pg from 'pg';
import { optionalPackage } from '../../tool/loading/optional-package.ts';

/** The client, loaded when a store of PostgreSQL is first opened: few have one. */
export async function postgresModule(): Promise<typeof pg> {
  const module = await optionalPackage<{ default: typeof pg }>('pg', { by: 'A store in PostgreSQL', since: '8.23.0' });
  return module.default;
}
