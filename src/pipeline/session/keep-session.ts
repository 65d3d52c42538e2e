import type { Store } from '../../store/port.ts';
import type { Session } from './session.ts';

interface KeptSession {
  readonly tainted?: boolean;
  readonly privateRead?: boolean;
  readonly hostsAllowed?: readonly string[];
  readonly suspects?: readonly string[];
  readonly calls?: number;
  readonly tokens?: number;
}

const FLAGS = ['tainted', 'privateRead'] as const;

/** Keeps beyond the process what a session has seen and used; resolves when what was kept is there. */
export async function keepSession(session: Session, { state }: Pick<Store, 'state'>): Promise<void> {
  const key = `session:${session.id}`;
  const set = (name: string, value: unknown) =>
    state.set(name, value).catch(error => process.emitWarning(`The session could not be kept: ${error}`));
  const told = new Set<string>();
  session.changed = () => {
    const { suspects } = session;
    // Flags are written by themselves: another process with the same session that knows less must not write over them.
    for (const flag of FLAGS) {
      if (!session[flag] || told.has(flag)) continue;
      told.add(flag);
      void set(`${key}:${flag}`, true);
    }
    void set(key, { ...session.facts(), suspects: [...suspects] } satisfies KeptSession);
  };
  const [all, ...flags] = await Promise.all([key, ...FLAGS.map(flag => `${key}:${flag}`)].map(name => state.get(name)));
  const kept = (all ?? {}) as KeptSession;
  session.carryOver(kept);
  FLAGS.forEach((flag, index) => {
    if (kept[flag] || flags[index]) session[flag] = true;
  });
  for (const host of kept.hostsAllowed ?? []) session.allowHost(host);
  for (const folder of kept.suspects ?? []) session.suspects.add(folder);
}
