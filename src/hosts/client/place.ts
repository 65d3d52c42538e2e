import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the Toolgate of a project is reached: a folder for the user alone. */
export interface HookPlace {
  readonly folder: string;
  readonly socket: string;
}

/** The most bytes of a socket's path that every system takes. */
const LONGEST = 100;

/**
 * The place of a project. Its name is a short hash, which is quick to make and no secret: whoever listens there is told
 * the project too, and refuses another.
 */
export function hookPlace(project: string, env: Readonly<Record<string, string | undefined>>): HookPlace {
  const { XDG_STATE_HOME: given, HOME: home } = env;
  const state = given?.startsWith('/') ? given : home?.startsWith('/') ? join(home, '.local', 'state') : undefined;
  const name = hash(project);
  const usual = state === undefined ? undefined : join(state, 'toolgate', 'hooks', name);
  const folder =
    usual !== undefined && Buffer.byteLength(join(usual, 's')) <= LONGEST
      ? usual
      : join('/tmp', `toolgate-${process.getuid?.() ?? 'hooks'}-${hash(state ?? '')}`, name);
  return { folder, socket: join(folder, 's') };
}

/**
 * Whether a folder is there, is no link, and belongs to this user alone: whoever else could write there could answer.
 * The same holds of the one that it lies in, whose owner could put another in its place.
 */
export function isPrivateFolder(folder: string): boolean {
  try {
    const user = process.getuid?.();
    return [folder, dirname(folder)].every(each => {
      const stats = lstatSync(each);
      return stats.isDirectory() && (user === undefined || stats.uid === user) && (stats.mode & 0o077) === 0;
    });
  } catch {
    return false;
  }
}

/** FNV-1a of 64 bits: to load what makes a stronger hash would take longer than all else that a hook does. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(16).padStart(16, '0');
}
