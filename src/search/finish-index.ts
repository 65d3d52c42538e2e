import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startDetached } from '../system/start-detached.ts';
import { createWriterLock } from '../system/writer-lock.ts';
import { createIndexThread } from './index-thread.ts';
import type { IndexRole } from './messages.ts';
import { CODE } from './thread-code.ts';

export interface FinishRole extends Omit<IndexRole, 'role'> {
  readonly role: 'finish';
}

/** Milliseconds for the earlier process to give up the index; and for all of the work. */
const PATIENCE = { lock: 5_000, work: 600_000 } as const;

/** Lets a process of its own finish an index, less urgent than all else; gives back the process's id. */
export const finishIndex = (place: Omit<FinishRole, 'role'>): number | undefined =>
  startDetached(CODE, { ...place, role: 'finish' } satisfies FinishRole);

/** The work of the process that finishes an index. Ends early where another process writes the index. */
export async function runFinish({ role: _, ...place }: FinishRole): Promise<void> {
  setPriority(10);
  setTimeout(() => process.exit(), PATIENCE.work).unref();
  const lock = createWriterLock(place.folder);
  for (const until = Date.now() + PATIENCE.lock; !lock.take(); await pause(100)) if (Date.now() > until) return;
  lock.give();
  const thread = createIndexThread({ ...place, role: 'index' });
  await thread.call('settled', {});
  await thread.close();
}
