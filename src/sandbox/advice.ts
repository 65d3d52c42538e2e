import { readFileSync } from 'node:fs';
import { tryOr } from '../system/try-or.ts';

/** Reads a setting of the kernel; undefined where there is none. */
const readSetting = (name: string) => tryOr(() => readFileSync(`/proc/sys/${name}`, 'utf8').trim(), undefined);

/** Settings by which hardened systems forbid what the sandbox is made of, and how a person allows that. */
const HARDENED: readonly (readonly [setting: string, value: string, says: string])[] = [
  [
    'kernel/apparmor_restrict_unprivileged_userns',
    '1',
    'AppArmor keeps user namespaces from programs without a profile (Ubuntu 24.04 and newer). Allow them on the whole ' +
      'machine: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 (until it is started again; to keep it, put ' +
      'that setting into a file in /etc/sysctl.d). Or, where no profile for unshare is loaded yet, to that program ' +
      "alone: echo 'abi <abi/4.0>, profile toolgate-unshare /usr/bin/unshare flags=(unconfined) { userns, }' | " +
      'sudo tee /etc/apparmor.d/toolgate-unshare, then sudo systemctl reload apparmor',
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

/** Explains the words with which hardened hosts refuse, and says what a person can do. */
export function adviceFor(problem: string, setting: (name: string) => string | undefined = readSetting): string {
  const named = /(\w+)(?:: (?:command )?not found| ENOENT)|failed to execute (\w+): No such/.exec(problem);
  if (named || /ENOENT|command not found/.test(problem)) {
    // People look for the package, and errors name its programs.
    const program = named?.[1] ?? named?.[2] ?? 'bwrap';
    return `Install ${program === 'bwrap' ? 'bubblewrap' : 'util-linux'} (the program ${program}): ${INSTALL}`;
  }
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

/** Says what the words of macOS mean, and what a person can do. */
export function adviceForMac(problem: string): string {
  if (/ENOENT|not found/.test(problem)) {
    return 'sandbox-exec is a part of macOS, in /usr/bin, and cannot be installed: is this really macOS?';
  }
  if (/sandbox_apply|Operation not permitted/.test(problem)) {
    return 'A sandbox cannot be begun inside another one: start toolgate from a plain terminal';
  }
  return (
    "Please tell us, with the version of macOS. Run this by hand to see more: sandbox-exec -p '(version 1)(allow " +
    "default)' /usr/bin/true"
  );
}
