import { expect, it } from 'vitest';
import { adviceFor, adviceForMac } from './advice.ts';

const settings = (name: string, value: string) => (asked: string) => (asked === name ? value : undefined);

it.each([
  ['spawn unshare ENOENT', 'Install util-linux (the program unshare): sudo apt-get install bubblewrap util-linux'],
  ['toolgate: 20: bwrap: not found', 'Install bubblewrap'],
  ['sh: 1: prlimit: not found', 'Install util-linux (the program prlimit)'],
  ['prlimit: failed to execute bwrap: No such file or directory', 'Install bubblewrap (the program bwrap)'],
])('a missing program is named: %s', (problem, says) => {
  expect(adviceFor(problem, () => undefined)).toContain(says);
});

it.each([
  ['kernel/apparmor_restrict_unprivileged_userns', '1', 'AppArmor'],
  ['kernel/unprivileged_userns_clone', '0', 'unprivileged_userns_clone=1'],
  ['user/max_user_namespaces', '0', 'max_user_namespaces=15000'],
])('the setting that forbids a sandbox is named: %s', (name, value, says) => {
  expect(
    adviceFor('unshare: write failed /proc/self/uid_map: Operation not permitted', settings(name, value)),
  ).toContain(says);
});

it('without a setting that forbids it, a container is the likely reason for no sandbox', () => {
  expect(adviceFor('bwrap: No permissions to create new namespace', () => undefined)).toContain('container');
});

it('a bubblewrap that is too old is named as such', () => {
  expect(adviceFor('bwrap: Unknown option --disable-userns', () => undefined)).toContain('0.8 or newer');
});

it('advice for an unknown problem says how to look further', () => {
  expect(adviceFor('something odd', () => undefined)).toContain('by hand');
});

it.each([
  ['spawn /usr/bin/sandbox-exec ENOENT', 'is this really macOS'],
  ['sandbox-exec: sandbox_apply: Operation not permitted', 'from a plain terminal'],
  ['it does not hold: network', 'the version of macOS'],
])('advice on macOS names the problem: %s', (problem, says) => {
  expect(adviceForMac(problem)).toContain(says);
});
