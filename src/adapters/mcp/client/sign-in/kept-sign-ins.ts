import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ToolError } from '../../../../index.ts';

const KEPT = z.object({
  server: z.string(),
  url: z.string(),
  /** The giver of the tokens, and their purpose: they are of no use, and no one else's business, anywhere else. */
  issuer: z.string(),
  resource: z.string().optional(),
  resourceMetadataUrl: z.string().optional(),
  client: z.looseObject({ client_id: z.string() }),
  tokens: z.object({ access_token: z.string(), refresh_token: z.string().optional(), scope: z.string().optional() }),
  /** The time from which the token is renewed before it is sent. Epoch milliseconds. */
  renewAt: z.number().optional(),
  /** A scope wider than the granted one: the server asked for it since. */
  wanted: z.string().optional(),
});

export type KeptSignIn = z.infer<typeof KEPT>;

/** A server by its name and its address: another server that takes its name gets nothing. */
type SignedInServer = { readonly name: string; readonly url: string };

/** Sign-ins on the disk, a file each, for this user alone. */
export interface KeptSignIns {
  read(server: SignedInServer): KeptSignIn | undefined;
  save(kept: KeptSignIn): void;
  /** Forgets a sign-in; false when there was none. */
  forget(server: SignedInServer): boolean;
  /** Runs the work alone among all processes: a refresh token is often good for one use only. */
  alone<T>(server: SignedInServer, work: () => Promise<T>): Promise<T>;
}

/** Milliseconds of the longest work under the lock. */
const LONGEST_WORK = 60_000;
const BETWEEN_LOOKS = 50;

/** Sign-ins in a folder, which is made when something is to be written. */
export function keptSignIns(folder: () => string): KeptSignIns {
  const fileOf = ({ name, url }: SignedInServer): string =>
    join(folder(), `${createHash('sha256').update(`${name}\n${url}`).digest('hex').slice(0, 32)}.json`);
  return {
    read: server => {
      const kept = readKept(() => fileOf(server));
      return kept?.server === server.name && kept.url === server.url ? kept : undefined;
    },
    save: kept => {
      makePrivate(folder());
      writeWhole(fileOf({ name: kept.server, url: kept.url }), JSON.stringify(kept, null, 2));
    },
    forget: server => {
      const was = readKept(() => fileOf(server)) !== undefined;
      rmSync(fileOf(server), { force: true });
      return was;
    },
    alone: async (server, work) => {
      makePrivate(folder());
      const lock = `${fileOf(server)}.lock`;
      await take(lock);
      try {
        return await work();
      } finally {
        rmSync(lock, { force: true });
      }
    },
  };
}

/** The kept sign-in; a file that cannot be read or is damaged is as good as none: someone signs in again. */
function readKept(file: () => string): KeptSignIn | undefined {
  try {
    return KEPT.safeParse(JSON.parse(readFileSync(file(), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, file);
    syncFolder(join(file, '..'));
  } catch (error) {
    rmSync(temporary, { force: true });
    const suggestion = 'Make its folder writable for this user, or set XDG_STATE_HOME to another one.';
    const message = `${file} cannot be written: ${(error as Error).message}`;
    throw new ToolError('EXECUTION_ERROR', message, { suggestion });
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

async function take(lock: string): Promise<void> {
  const until = Date.now() + LONGEST_WORK;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { mode: 0o600, flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (Date.now() > until)
      throw new ToolError('EXECUTION_ERROR', 'Another process is renewing this sign-in', { retryable: true });
    else await pause(BETWEEN_LOOKS);
  }
}

function isAbandoned(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LONGEST_WORK) return true;
    const holder = Number(readFileSync(lock, 'utf8'));
    // The holder of the lock has not yet written its number.
    if (!Number.isInteger(holder) || holder <= 0) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
