import type { Store } from '../../store/port.ts';
import { newId } from '../../tool/id.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import type { OriginEntry } from '../origin/origin-entry.ts';
import type { Session } from './session.ts';

/**
 * Keeps beyond the process where values of a conversation come from, under its name. The entries of others in the same
 * conversation are read now, and again when it matters.
 */
export async function keepOrigins(session: Session, name: string, { state }: Pick<Store, 'state'>): Promise<void> {
  const { origins } = session;
  const list = `origins:${name}`;
  /** The entries that were written here: they are known, and each comes back once. */
  const own = new Set<string>();
  let last = 0;
  /** The start of the last look that has ended. */
  let readAt = -Infinity;
  const catchUp = joined(async () => {
    const began = performance.now();
    for (const { number, id, value } of await state.since(list, last)) {
      last = number;
      if (!own.delete(id)) for (const entry of value as readonly OriginEntry[]) origins.load(entry);
    }
    readAt = began;
  });

  let waiting: OriginEntry[] = [];
  let writing: Promise<void> | undefined;
  const appendWaiting = (): Promise<void> => {
    const id = newId();
    const entries = waiting;
    waiting = [];
    writing = undefined;
    own.add(id);
    return state.append(list, id, entries);
  };
  const writeWaiting = async (): Promise<void> => {
    try {
      await new Promise<void>((resolve, reject) => state.gather(() => appendWaiting().then(resolve, reject)));
    } catch (error) {
      writing = undefined;
      process.emitWarning(`Where values come from could not be kept: ${error}`);
    }
  };
  const write = (entries: readonly OriginEntry[]): Promise<void> => {
    addAll(waiting, entries);
    writing ??= writeWaiting();
    return writing;
  };

  session.keptBy(origins.keep({ write, catchUp: by => (by !== undefined && readAt >= by ? undefined : catchUp()) }));
  await catchUp();
}

/** Begins work after a breath. Who asks before it begins shares it; who asks while it is under way shares the next. */
function joined(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    const done = work().finally(() => {
      if (current === done) current = undefined;
    });
    current = done;
    return done;
  };
  return () => {
    next ??= (current ?? Promise.resolve()).then(breath, breath).then(begin, begin);
    return next;
  };
}

/** A pause in which all that goes on now comes to where it waits: calls that begin together ask together. */
const breath = (): Promise<void> => new Promise(resolve => process.nextTick(resolve));

/** Lets other processes know what this one knows; gives the name under which they find it. */
export async function shareOrigins(session: Session, store: Pick<Store, 'state'>): Promise<string> {
  const { conversation } = session;
  if (!session.isKept) await keepOrigins(session, conversation, store);
  await session.origins.settle();
  return conversation;
}

/** Goes on with what another process knew. */
export function joinOrigins(session: Session, conversation: string, store: Pick<Store, 'state'>): void {
  session.join(conversation);
  const loading = Promise.all([session.loading, keepOrigins(session, conversation, store)]).then(() => {
    session.loading = undefined;
  });
  loading.catch(() => {});
  session.loading = loading;
}
