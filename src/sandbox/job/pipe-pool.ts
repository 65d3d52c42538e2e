import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { addAll } from '../../tool/lists/long-lists.ts';

/** A real pipe: Node would give a socket, and `/dev/stdout` of a job could not be opened. */
interface Pipe {
  readonly reading: Socket;
  /** The child's end, to be closed here once it has begun. */
  readonly writing: number;
}

/**
 * Pipes in twos, one for each stream of a job, and the name of a third that nobody has opened. The names are used
 * again: a pipe is gone when nobody holds it.
 */
export interface PipePool {
  take(): { readonly pipes: readonly [Pipe, Pipe]; readonly gate: string; release(): void };
}

const FOR_ONE = 3;
const AT_ONCE = 4 * FOR_ONE;

export function createPipePool(folder: string): PipePool {
  const free: string[] = [];
  let made = 0;
  const make = () => {
    const names = Array.from({ length: AT_ONCE }, () => join(folder, `pipe-${++made}`));
    const { status, stderr, error } = spawnSync('mkfifo', ['-m', '600', ...names], { env: {}, encoding: 'utf8' });
    if (status !== 0) throw error ?? new Error(stderr);
    addAll(free, names);
  };
  return {
    take() {
      if (free.length < FOR_ONE) make();
      const names = [free.pop()!, free.pop()!, free.pop()!] as const;
      const release = () => {
        // A job could change the mode of what it writes to.
        for (const name of names) chmodSync(name, 0o600);
        addAll(free, names);
      };
      let first: Pipe | undefined;
      try {
        first = open(names[0]);
        return { pipes: [first, open(names[1])], gate: names[2], release };
      } catch (error) {
        first?.reading.destroy();
        if (first) closeSync(first.writing);
        release();
        throw error;
      }
    },
  };
}

function open(name: string): Pipe {
  const { O_RDONLY, O_NONBLOCK, O_WRONLY } = constants;
  const fd = openSync(name, O_RDONLY | O_NONBLOCK);
  try {
    return { writing: openSync(name, O_WRONLY), reading: new Socket({ fd, readable: true, writable: false }) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
