import type { Store } from '../store/port.ts';
import type { Session } from './session.ts';

interface Kept {
  readonly tainted?: boolean;
  readonly privateRead?: boolean;
  readonly hostsAllowed?: readonly string[];
  readonly suspects?: readonly string[];
  readonly calls?: number;
  readonly tokens?: number;
}

/**
 * What a session has seen and used outlives the process: who comes back under the same id holds what it held. Resolves
 * when what was kept is there.
 */
export async function keepSession(session: Session, { state }: Pick<Store, 'state'>): Promise<void> {
  const key = `session:${session.id}`;
  session.changed = () => {
    const { suspects } = session;
    state
      .set(key, { ...session.facts(), suspects: [...suspects] } satisfies Kept)
      .catch(error => process.emitWarning(`The session could not be kept: ${error}`));
  };
  const kept = ((await state.get(key)) ?? {}) as Kept;
  session.carryOver(kept);
  if (kept.tainted) session.tainted = true;
  if (kept.privateRead) session.privateRead = true;
  for (const host of kept.hostsAllowed ?? []) session.allowHost(host);
  for (const folder of kept.suspects ?? []) session.suspects.add(folder);
}
