import { expect, it } from 'vitest';
import { seatbeltProfile } from './seatbelt-profile.ts';

const options = { writable: ['/Users/a/project'], readable: ['/Users/a/.nvm'], hidden: ['/Users/a/project/.env'] };

it('a profile denies by default, lets the workspace be written and no network be reached', () => {
  const profile = seatbeltProfile(options);
  expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
  expect(profile).toContain('(allow file-write* (subpath "/Users/a/project"))');
  expect(profile).not.toContain('network');
  expect(profile).not.toMatch(/\(allow (?:default|file\*|network\*)/);
});

it('a profile says after all that is allowed what is hidden, for the last rule that fits wins', () => {
  const lines = seatbeltProfile(options).trimEnd().split('\n');
  const hides = lines.indexOf('(deny file* (subpath "/Users/a/project/.env"))');
  expect(hides).toBeGreaterThan(0);
  expect(lines.slice(hides).every(line => line.startsWith('(deny '))).toBe(true);
});

it('a profile lets no folder be renamed that holds something hidden: under another name it would be seen', () => {
  const profile = seatbeltProfile({ ...options, hidden: ['/Users/a/project/x/y/key', '/etc/secret'] });
  expect(profile.match(/.*file-write-unlink.*/g)).toEqual([
    '(deny file-write-unlink (literal "/Users/a/project/x/y"))',
    '(deny file-write-unlink (literal "/Users/a/project/x"))',
    '(deny file-write-unlink (literal "/Users/a/project"))',
  ]);
});

it('a profile lets only the proxy be reached where there is a network', () => {
  const allowed = seatbeltProfile({ ...options, proxyPort: 3128 }).match(/.*network.*/g);
  expect(allowed).toEqual(['(allow network-outbound (remote ip "localhost:3128"))']);
});

it('a profile shows no disk with the homes of people, by whichever name', () => {
  const shown = [...seatbeltProfile(options).matchAll(/\(subpath "([^"]*)"\)/g)].map(([, path]) => path as string);
  const people = ['/Users/b/.ssh/id', '/System/Volumes/Data/Users/b/.ssh/id', '/Volumes/disk/x', '/private/tmp/x'];
  for (const path of people) expect(shown.filter(place => path.startsWith(`${place}/`))).toEqual([]);
});

it('a profile has as many brackets that close as that open, and one rule a line', () => {
  const lines = seatbeltProfile({ ...options, proxyPort: 1 })
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(bare).toMatch(/^\((?:version|allow|deny) [^"]*(?:""[^"]*)*\)$/);
    expect(bare.split('(').length).toBe(bare.split(')').length);
  }
});

it('a path in a profile cannot end its own quotes', () => {
  const path = '/tmp/x") (allow default) ("\\';
  const profile = seatbeltProfile({ writable: [path], readable: [], hidden: [] });
  expect(profile).toContain('(allow file-write* (subpath "/tmp/x\\") (allow default) (\\"\\\\"))');
});
