import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NameIndex } from './name-index.ts';

function open() {
  const root = mkdtempSync(join(tmpdir(), 'name-index-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const index = new NameIndex(root, path => path.endsWith('.env'));
  const put = (path: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
  };
  return { put, root, found: () => index.find().map(path => path.slice(root.length + 1)) };
}

test('files that come and go are found in the index of names at the next look', () => {
  const { put, root, found } = open();
  put('.env');
  put('a/b/.env');
  put('a/x');
  expect(found()).toEqual(['.env', 'a/b/.env']);
  put('a/c/.env');
  rmSync(join(root, '.env'));
  expect(found()).toEqual(['a/b/.env', 'a/c/.env']);
});

test('the index of names does not look at what comes with packages, and of a big tree the upper folders are', () => {
  const { put, found } = open();
  put('node_modules/x/.env');
  for (let n = 0; n < 2_100; n++) put(`wide/${n}/x`);
  put('near/.env');
  put('wide/0/deep/.env');
  expect(found()).toEqual(['near/.env']);
});
