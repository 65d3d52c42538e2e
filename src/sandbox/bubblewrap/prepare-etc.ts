import {
  copyFileSync,
  type Dirent,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tryOr } from '../../system/try-or.ts';

/** The name of the user that programs see. */
export const USER = 'user';

/** Files of /etc that programs ask for and that would tell of the machine's people. */
const standIns = (uid: number, gid: number): Readonly<Record<string, string>> => ({
  passwd: `${USER}:x:${uid}:${gid}::/home/${USER}:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n`,
  group: `${USER}:x:${gid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost toolgate\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  'resolv.conf': '',
});

/** Files of /etc that programs need to run, and that tell nothing of the machine's people and services. */
const SHOWN = `alternatives bash.bashrc crypto-policies debian_version fonts inputrc java ld.so.cache ld.so.conf
  ld.so.conf.d localtime lsb-release magic mime.types os-release perl pki/ca-trust pki/tls/cert.pem pki/tls/certs
  pki/tls/openssl.cnf protocols services shells ssl/ca-bundle.pem ssl/cert.pem ssl/certs ssl/openssl.cnf terminfo
  timezone xattr.conf`.split(/\s+/);
const FAMILIES = /^(?:java-|python|ImageMagick-|php|ruby|nodejs|maven|gradle|openssl)/;

/** The most files of a folder that is copied; each that is mounted makes every job a little slower. */
const MOST_COPIED = 40;
const MOST_BYTES = 256 * 1024;

/** Files and folders of the machine's own /etc that everybody may read and that a job may see as they are. */
export const shownOfEtc = (): readonly string[] =>
  namesShown()
    .map(name => join('/etc', name))
    .filter(path => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats !== undefined && isPublic(stats);
    });

function namesShown(): readonly string[] {
  const families = entriesOf('/etc').filter(({ name }) => FAMILIES.test(name));
  return [...SHOWN, ...families.map(({ name }) => name)];
}

export interface PreparedEtc {
  readonly folder: string;
  /** Folders of /etc that are too large to copy, and are mounted in it. */
  readonly mounted: readonly string[];
}

/** Makes the /etc that jobs see: files of the machine that everybody may read, and stand-ins for the rest. */
export function prepareEtc(folder: string, uid: number, gid: number): PreparedEtc {
  const stand = standIns(uid, gid);
  mkdirSync(folder, { mode: 0o755 });
  for (const [name, content] of Object.entries(stand)) writeFileSync(join(folder, name), content, { mode: 0o644 });
  const mounted = namesShown().filter(name => {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    // A file that cannot be looked at is not shown either.
    return !(name in stand) && tryOr(() => show(join('/etc', name), join(folder, name)), 'done') === 'mount';
  });
  return { folder, mounted: mounted.map(name => join('/etc', name)) };
}

function show(from: string, to: string): 'mount' | 'done' {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (!stats || !isPublic(stats)) return 'done';
  if (stats.isFile()) {
    if (stats.size > MOST_BYTES * 16) return 'done';
    const link = linkIntoSystem(from);
    if (link === undefined) copyFileSync(from, to);
    else symlinkSync(link, to);
    return 'done';
  }
  if (!stats.isDirectory()) return 'done';
  mkdirSync(to);
  const small = smallTree(from);
  if (!small) return 'mount';
  for (const name of small) show(join(from, name), join(to, name));
  return 'done';
}

/** The names in a folder, where it and all below is little; undefined where that is much. */
function smallTree(folder: string): readonly string[] | undefined {
  const entries = entriesOf(folder);
  if (entries.length > MOST_COPIED) return undefined;
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isDirectory() && smallTree(join(folder, entry.name)) === undefined) return undefined;
    bytes += statSync(join(folder, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes > MOST_BYTES ? undefined : entries.map(({ name }) => name);
}

/** Whether everybody may read a file: one that only root may read is not for a job, also where we are root. */
function isPublic(stats: Stats): boolean {
  const needed = stats.isDirectory() ? 0o5 : 0o4;
  return (stats.mode & needed) === needed;
}

/** The file of the system that a link leads to. */
const linkIntoSystem = (path: string): string | undefined =>
  tryOr(() => {
    readlinkSync(path);
    const real = realpathSync(path);
    return real.startsWith('/usr/') ? real : undefined;
  }, undefined);

const entriesOf = (folder: string): readonly Dirent[] => tryOr(() => readdirSync(folder, { withFileTypes: true }), []);
