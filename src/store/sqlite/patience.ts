import { readFileSync, statSync } from 'node:fs';
import type { SqliteConnection } from './connection.ts';

/** For how long another process may hold the lock before whoever waits is refused. Milliseconds. */
const LONGEST = 60_000;
/** Milliseconds after which the connection is opened anew, in case it meets a lock of its own. */
const RENEW = 1_000;
/** Milliseconds of a lock that nobody is seen to hold, after which the locking itself counts as failed. */
const HELD_BY_NOBODY = 5_000;

/** The patience with a lock that another process has. */
export class Patience {
  readonly #connection: SqliteConnection;
  #since: number | undefined;
  #renewed = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Ends the wait: the lock was had. */
  end(): void {
    this.#since = undefined;
    this.#renewed = false;
  }

  /** Notes that the lock could not be had; false when that has lasted too long. Called outside of transactions. */
  lasts(): boolean {
    this.#since ??= performance.now();
    const waited = performance.now() - this.#since;
    if (waited > RENEW && !this.#renewed) {
      this.#renewed = true;
      this.#connection.renew();
    }
    if (waited <= HELD_BY_NOBODY) return true;
    return waited <= LONGEST && isHeld(this.#connection.file);
  }
}

/** Whether another process holds a lock on the files of a database; where nobody can tell, it may be. */
function isHeld(file: string): boolean {
  try {
    const files = [file, `${file}-shm`, `${file}-wal`];
    const inodes = files.flatMap(each => statSync(each, { throwIfNoEntry: false })?.ino ?? []);
    const locks = readFileSync('/proc/locks', 'utf8').split('\n');
    return locks.some(line => {
      // Processes that only read keep nobody waiting.
      const [kind, pid, place = ''] = line.trim().split(/\s+/).slice(-5);
      return kind === 'WRITE' && Number(pid) !== process.pid && inodes.some(inode => place.endsWith(`:${inode}`));
    });
  } catch {
    return true;
  }
}
