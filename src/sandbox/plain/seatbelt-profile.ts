import { dirname } from 'node:path';
import { isBelow } from '../../system/is-below.ts';

interface SeatbeltOptions {
  /** Real paths that may be written: the workspace, the private home and temp folder. */
  readonly writable: readonly string[];
  /** Real paths that may be read besides the system's own. */
  readonly readable: readonly string[];
  /** Real paths that may be neither read nor written, wherever they lie. */
  readonly hidden: readonly string[];
  /** Real paths that may be read and not written, a folder with all that is in it. */
  readonly readOnly?: readonly string[];
  /** Real paths that may be neither removed nor renamed. */
  readonly pinned?: readonly string[];
  /** The proxy's port on this machine, where there is a network. */
  readonly proxyPort?: number;
}

/** Folders that programs of macOS need to run at all; below `/System` the disk with people's homes is seen once more. */
const SYSTEM = [
  ...['/System/Library', '/System/iOSSupport', '/System/Cryptexes', '/System/Volumes/Preboot/Cryptexes'],
  ...['/usr', '/bin', '/sbin', '/Library/Apple', '/Library/Frameworks', '/Library/Developer'],
  ...['/Applications/Xcode.app', '/opt/homebrew', '/private/etc/ssl', '/private/var/db/timezone'],
  ...['/private/var/db/dyld', '/private/var/select', '/dev'],
];

/** Files of the system. Without the one of git, git refuses to work; the users in `passwd` are the system's own. */
const SYSTEM_FILES = [
  '/',
  ...['gitconfig', 'group', 'hosts', 'localtime', 'passwd', 'protocols', 'services'].map(
    name => `/private/etc/${name}`,
  ),
];

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/random', '/dev/urandom'];

/** Services that say who a user is, where temp folders are, what is logged: none leads to data of people, or out. */
const SERVICES = [
  ...['bsd.dirhelper', 'logd', 'system.logger', 'system.notification_center'],
  ...['system.opendirectoryd.libinfo', 'system.opendirectoryd.membership'],
].map(name => `com.apple.${name}`);

/** The rules for `sandbox-exec` of macOS: nothing unless it is said. The last that fits wins, so those that hide are last. */
export function seatbeltProfile(options: SeatbeltOptions): string {
  const { writable, readable, hidden, readOnly = [], pinned = [], proxyPort } = options;
  const seen = [...[...SYSTEM, ...readable, ...writable].map(subpath), ...SYSTEM_FILES.map(literal)].join(' ');
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem)',
    `(allow mach-lookup ${SERVICES.map(name => `(global-name ${quoted(name)})`).join(' ')})`,
    '(allow file-read-metadata)',
    `(allow file-read* ${seen})`,
    `(allow file-map-executable ${seen})`,
    `(allow file-write* ${writable.map(subpath).join(' ')})`,
    `(allow file-write-data ${DEVICES.map(literal).join(' ')} (subpath "/dev/fd"))`,
    `(allow file-ioctl ${DEVICES.map(literal).join(' ')})`,
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    ...readOnly.map(path => `(deny file-write* ${subpath(path)})`),
    ...pinned.map(path => `(deny file-write-unlink ${literal(path)})`),
    ...hidden.map(path => `(deny file* ${subpath(path)})`),
    ...foldersAbove([...hidden, ...readOnly, ...pinned], writable).map(
      path => `(deny file-write-unlink ${literal(path)})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Folders above hidden paths: renamed, they would show these, and let them be written, under a new name. */
function foldersAbove(hidden: readonly string[], writable: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of hidden) {
    for (let above = dirname(path); writable.some(place => isBelow(above, place)); above = dirname(above)) {
      folders.add(above);
    }
  }
  return [...folders];
}

const subpath = (path: string): string => `(subpath ${quoted(path)})`;
const literal = (path: string): string => `(literal ${quoted(path)})`;

/** A path in quotes: it can hold anything, and must not end the text. */
const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&')}"`;
