import { expect, it } from 'vitest';
import { adviceFor } from './advice.ts';

const settings = (name: string, value: string) => (asked: string) => (asked === name ? value : undefined);

it.each([
  ['spawn unshare ENOENT', 'Install unshare: sudo apt-get install bubblewrap'],
  ['toolgate: 20: bwrap: not found', 'Install bwrap'],
  ['sh: 1: prlimit: not found', 'Install prlimit'],
  ['prlimit: failed to execute bwrap: No such file or directory', 'Install bwrap'],
])('a missing program is named: %s', (problem, says) => {
  expect(adviceFor(problem, () => undefined)).toContain(says);
});

it.each([
  ['kernel/apparmor_restrict_unprivileged_userns', '1', 'AppArmor'],
  ['kernel/unprivileged_userns_clone', '0', 'unprivileged_userns_clone=1'],
  ['user/max_user_namespaces', '0', 'max_user_namespaces=15000'],
])('the setting that forbids it is named: %s', (name, value, says) => {
  expect(
    adviceFor('unshare: write failed /proc/self/uid_map: Operation not permitted', settings(name, value)),
  ).toContain(says);
});

it('without such a setting a container is the likely reason', () => {
  expect(adviceFor('bwrap: No permissions to create new namespace', () => undefined)).toContain('container');
});

it('a bubblewrap that is too old is named as such', () => {
  expect(adviceFor('bwrap: Unknown option --disable-userns', () => undefined)).toContain('0.8 or newer');
});

it('anything else says how to look further', () => {
  expect(adviceFor('something odd', () => undefined)).toContain('by hand');
});
