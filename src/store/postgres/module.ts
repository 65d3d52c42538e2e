import type pg from 'pg';
import { ToolError } from '../../tool/error.ts';

/** The client, loaded when a store of PostgreSQL is first opened: few have one. */
export async function postgresModule(): Promise<typeof pg> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new ToolError('EXECUTION_ERROR', 'A store in PostgreSQL needs the package pg', {
      suggestion: 'Install it: npm install pg',
      cause,
    });
  }
}
