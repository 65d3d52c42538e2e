import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PolicyInput } from '../../../policy/types.ts';
import { DEMO_FILES } from './script.ts';

export const DEMO_POLICY: PolicyInput = {
  extends: 'privileged',
  rules: [{ effect: 'read', match: '**/.env*', verdict: 'deny', reason: 'secrets' }],
};

export function openDemoWorkspace() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-demo-')));
  const root = join(folder, 'shop');
  return {
    root,
    store: join(folder, 'state', 'toolgate.db'),
    /** Writes the files as they were at first. */
    fill(): void {
      for (const [path, text] of Object.entries(DEMO_FILES)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
