import { expect, it } from 'vitest';
import { PathLocks } from './path-locks.ts';
import { UsedPaths } from './used-paths.ts';

const link = { path: 'a', after: { kind: 'symlink', target: '/etc' } } as const;
const file = { path: 'a', after: { kind: 'file', bytes: new Uint8Array(), mode: 0o644 } } as const;

it('paths in use refuse a link there or above, and nothing else: files are written and deleted meanwhile', async () => {
  for (const used of ['.', 'a', 'a/b']) {
    const paths = new UsedPaths(new PathLocks());
    const end = await paths.use([used]);
    expect(() => paths.refuse([link]), used).toThrow(`about to use ${used}`);
    for (const harmless of [[], [file], [{ ...file, after: undefined }]]) paths.refuse(harmless);
    end();
    paths.refuse([link]);
  }
});
