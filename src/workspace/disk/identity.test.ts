import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { SharedFileCache } from '../view/cache.ts';
import { identity, identityOf, isTrustedIdentity } from './identity.ts';

const statsOf = (path: string) => fs.lstatSync(path, { bigint: true });

it('an identity is the same while a file stays the same, from the moment it was written', async () => {
  const path = tempFolder().put('a', 'one');
  const first = identity(path);
  expect(identity(path)).toBe(first);
  await sleep(40);
  expect(identity(path)).toBe(first);
});

it('an identity is the same for a link and for a folder, and differs when they come to hold something else', () => {
  const home = tempFolder();
  home.link('l', 'a');
  fs.mkdirSync(home.at('d'));
  const both = () => [identity(home.at('l')), identity(home.at('d'))];
  const first = both();
  expect(both()).toEqual(first);
  fs.unlinkSync(home.at('l'));
  home.link('l', 'b');
  fs.writeFileSync(home.at('d/x'), '');
  const second = both();
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
});

it('an identity differs after every change, also one of the same length within a tick', () => {
  const home = tempFolder();
  const path = home.put('a', '0000');
  const seen = new Set([identity(path)]);
  for (let n = 1; n < 300; n += 1) {
    fs.writeFileSync(path, String(n).padStart(4, '0'));
    seen.add(identity(path));
  }
  expect(seen.size).toBe(300);
});

it('an identity differs when times are set back, when the file is replaced, and when its mode changes', async () => {
  const home = tempFolder();
  const path = home.put('a', 'one');
  const old = new Date(2020, 1, 1);
  fs.utimesSync(path, old, old);
  await sleep(40);
  const first = identity(path);
  fs.writeFileSync(path, 'two');
  fs.utimesSync(path, old, old);
  const second = identity(path);
  fs.chmodSync(path, 0o600);
  const third = identity(path);
  home.put('b', 'two');
  fs.renameSync(home.at('b'), path);
  expect(new Set([first, second, third, identity(path)]).size).toBe(4);
});

it('an identity is nothing where nothing is, and does not follow a link', () => {
  const home = tempFolder();
  home.put('a', 'x');
  home.link('l', 'a');
  expect(identity(home.at('none'))).toBeUndefined();
  expect(identity(home.at('a/none'))).toBeUndefined();
  expect(identity(home.at('l'))?.split(':')[1]).not.toBe(identity(home.at('a'))?.split(':')[1]);
});

it('an identity is marked, and equal to no other, when metadata alone was asked just after a change', async () => {
  const path = tempFolder().put('a', 'x');
  const changed = Number(statsOf(path).ctimeNs / 1_000_000n);
  const early = identityOf(statsOf(path), changed + 1);
  expect(isTrustedIdentity(early)).toBe(false);
  expect(identityOf(statsOf(path), changed + 1)).not.toBe(early);
  const late = identityOf(statsOf(path), changed + 100);
  expect(isTrustedIdentity(late)).toBe(true);
  expect(identityOf(statsOf(path), changed + 200)).toBe(late);
});

it('a cache keeps no content of a doubtful identity, gives copies, and stays within its bytes', () => {
  const path = tempFolder().put('a', 'x');
  const stats = statsOf(path);
  const entry = (text: string, id: string) => ({ identity: id, bytes: Buffer.from(text), stats, sha: '' });
  const cache = new SharedFileCache({ maxBytes: 100_000 });
  cache.set('/doubtful', entry('x', identityOf(stats, Number(stats.ctimeNs / 1_000_000n))));
  expect(cache.stats.files).toBe(0);
  cache.set('/a', entry('abc', 'id'));
  cache.get('/a', 'id')?.bytes.fill(0);
  expect(Buffer.from(cache.get('/a', 'id')?.bytes ?? []).toString()).toBe('abc');
  expect(cache.get('/a', 'other')).toBeUndefined();
  expect(cache.get('/a', 'id')).toBeUndefined();
  for (let n = 0; n < 200; n += 1) cache.set(`/${n}`, entry('x'.repeat(5000), 'id'));
  expect(cache.stats.bytes).toBeLessThanOrEqual(100_000);
  cache.set('/large', entry('x'.repeat(50_000), 'id'));
  expect(cache.get('/large', 'id')).toBeUndefined();
});
