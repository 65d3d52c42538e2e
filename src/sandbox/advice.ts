import { readFileSync } from 'node:fs';

/** Reads a setting of the kernel; undefined where there is none. */
export type ReadSetting = (name: string) => string | undefined;

const readSetting: ReadSetting = name => {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** Settings by which hardened systems forbid what the sandbox is made of, and how a person allows it. */
const HARDENED: readonly (readonly [setting: string, value: string, says: string])[] = [
  [
    'kernel/apparmor_restrict_unprivileged_userns',
    '1',
    'AppArmor keeps user namespaces from programs without a profile (Ubuntu 24.04 and newer). Give bwrap and unshare ' +
      'one: sudo apt-get install apparmor-profiles, then sudo ln -s ' +
      '/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ and sudo systemctl reload apparmor; ' +
      'or, for the whole machine: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  [
    'kernel/unprivileged_userns_clone',
    '0',
    'The system forbids user namespaces to ordinary users. Allow them: sudo sysctl kernel.unprivileged_userns_clone=1',
  ],
  [
    'user/max_user_namespaces',
    '0',
    'The system allows no user namespaces at all. Allow some: sudo sysctl user.max_user_namespaces=15000',
  ],
];

const INSTALL =
  'sudo apt-get install bubblewrap util-linux (Debian, Ubuntu), sudo dnf install bubblewrap util-linux (Fedora)';

/** Hardened hosts refuse in their own words; this says what they mean and what a person can do. */
export function adviceFor(problem: string, setting: ReadSetting = readSetting): string {
  const missing = /(\w+)(?:: (?:command )?not found| ENOENT)|failed to execute (\w+): No such/
    .exec(problem)
    ?.slice(1)
    .find(Boolean);
  if (missing || /ENOENT|command not found/.test(problem)) return `Install ${missing ?? 'bubblewrap'}: ${INSTALL}`;
  if (/Unknown option/i.test(problem)) {
    return 'This bubblewrap is too old: 0.8 or newer is needed (Debian 12, Ubuntu 24.04, Fedora 38)';
  }
  if (!/uid_map|gid_map|denied|not permitted|namespace|unshare|No space left/i.test(problem)) {
    return 'Run this by hand to see more: bwrap --ro-bind / / --unshare-all true';
  }
  const reasons = HARDENED.flatMap(([name, value, says]) => (setting(name) === value ? [says] : []));
  if (reasons.length > 0) return reasons.join(' ');
  return (
    'User namespaces or mounts are refused, though no setting of the kernel forbids them: inside a container its own ' +
    'filter does. For Docker: --security-opt seccomp=unconfined --security-opt apparmor=unconfined, or run toolgate ' +
    'outside of it'
  );
}
