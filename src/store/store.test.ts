import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { conformanceCases } from './conformance.ts';
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
