export interface SeatbeltOptions {
  /** Real paths that may be written: the workspace, the private temp folder. */
  readonly writable: readonly string[];
  /** Real paths that may be read besides the system's own. */
  readonly readable: readonly string[];
  /** Real paths that may be neither read nor written, wherever they lie. */
  readonly hidden: readonly string[];
  /** The proxy's port on this machine, where there is a network. */
  readonly proxyPort?: number;
}

/** What programs of macOS need to read to run at all. */
const SYSTEM = [
  '/System',
  '/usr',
  '/bin',
  '/sbin',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Developer',
  '/Applications/Xcode.app',
  '/opt/homebrew',
  '/private/etc/ssl',
  '/private/etc/localtime',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
  '/private/var/select',
  '/dev',
];

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/random', '/dev/urandom'];

/**
 * The rules for `sandbox-exec` of macOS: nothing unless it is said. The last rule that fits wins, so what is hidden
 * stands last.
 */
export function seatbeltProfile({ writable, readable, hidden, proxyPort }: SeatbeltOptions): string {
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow file-read-metadata)',
    `(allow file-read* ${[...SYSTEM, ...readable, ...writable].map(subpath).join(' ')} (literal "/"))`,
    `(allow file-write* ${writable.map(subpath).join(' ')})`,
    `(allow file-write-data ${DEVICES.map(literal).join(' ')})`,
    '(allow file-ioctl (literal "/dev/tty"))',
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote tcp "localhost:${proxyPort}"))`]),
    ...hidden.map(path => `(deny file* ${subpath(path)})`),
  ];
  return `${lines.join('\n')}\n`;
}

const subpath = (path: string): string => `(subpath ${quoted(path)})`;
const literal = (path: string): string => `(literal ${quoted(path)})`;

/** A path can hold anything; a quote in it must not end the text. */
const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&')}"`;
