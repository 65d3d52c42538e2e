import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { conformanceCases } from '../../test/cases/store/conformance.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgres/postgres-server.ts';
import { openStore } from './open-store.ts';

describe('sqlite', () => {
  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
      try {
        await run(() => openStore({ kind: 'sqlite', file: join(folder, 'store.db') }));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});

describe('memory', () => {
  for (const { name, run } of conformanceCases.filter(({ shared }) => !shared)) {
    test(name, () => run(() => openStore({ kind: 'memory' })));
  }
});

describe('postgres', () => {
  let server: PostgresServer;
  let workspaces = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      workspaces += 1;
      const workspaceID = `case-${workspaces}`;
      await run(() => openStore({ kind: 'postgres', url: server.url, workspaceID }));
    });
  }
});
