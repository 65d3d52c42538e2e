import { expect, it } from 'vitest';
import { seatbeltProfile } from './seatbelt-profile.ts';

const options = { writable: ['/Users/a/project'], readable: ['/Users/a/.nvm'], hidden: ['/Users/a/project/.env'] };

it('denies by default, lets the workspace be written and no network be reached', () => {
  const profile = seatbeltProfile(options);
  expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
  expect(profile).toContain('(allow file-write* (subpath "/Users/a/project"))');
  expect(profile).not.toContain('network');
  expect(profile).not.toMatch(/\(allow (?:default|file\*|network\*)/);
});

it('says last what is hidden, for the last rule that fits wins', () => {
  expect(seatbeltProfile(options).trimEnd().split('\n').at(-1)).toBe('(deny file* (subpath "/Users/a/project/.env"))');
});

it('lets only the proxy be reached where there is a network', () => {
  const allowed = seatbeltProfile({ ...options, proxyPort: 3128 }).match(/.*network.*/g);
  expect(allowed).toEqual(['(allow network-outbound (remote tcp "localhost:3128"))']);
});

it('a path cannot end its own quotes', () => {
  const path = '/tmp/x") (allow default) ("\\';
  const profile = seatbeltProfile({ writable: [path], readable: [], hidden: [] });
  expect(profile).toContain('(allow file-write* (subpath "/tmp/x\\") (allow default) (\\"\\\\"))');
});
