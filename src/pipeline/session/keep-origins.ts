import type { Store } from '../../store/port.ts';
import { newId } from '../../tool/id.ts';
import type { OriginEntry } from '../origin/origins.ts';
import type { Session } from './session.ts';

/**
 * Keeps beyond the process where values of a conversation come from, under its name. What others who work in the same conversation have written is read now, and again when it matters.
 */
export async function keepOrigins(session: Session, name: string, { state }: Pick<Store, 'state'>): Promise<void> {
  const { origins } = session;
  const prefix = `origins:${name}:`;
  const known = new Set<string>();
  async function catchUp(): Promise<void> {
    const fresh = (await state.keys(prefix)).filter(key => !known.has(key));
    for (const key of fresh.sort()) {
      const entries = await state.get(key);
      if (known.has(key)) continue;
      known.add(key);
      if (Array.isArray(entries)) for (const entry of entries as OriginEntry[]) origins.load(entry);
    }
  }

  session.keptBy(
    origins.keep({
      async write(entries) {
        const key = `${prefix}${newId()}`;
        known.add(key);
        try {
          await state.set(key, entries);
        } catch (error) {
          process.emitWarning(`Where values come from could not be kept: ${error}`);
        }
      },
      catchUp,
    }),
  );
  await catchUp();
}

/** Lets other processes know what this one does; gives the name under which they find it. */
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
