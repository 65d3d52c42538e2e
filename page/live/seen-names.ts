import type { LiveCall } from './live-call.ts';

/** What calls can be filtered by. */
export interface SeenNames {
  readonly tool: readonly string[];
  readonly agent: readonly string[];
  readonly session: readonly string[];
}

const MOST = 500;

/** Gathers names as calls come; the same object as long as there is no new one. */
export function createSeenNames() {
  const sets = { tool: new Set<string>(), agent: new Set<string>(), session: new Set<string>() };
  let names: SeenNames = { tool: [], agent: [], session: [] };
  let fresh = false;
  const note = (set: Set<string>, name: string) => {
    if (name === '' || set.has(name) || set.size >= MOST) return;
    set.add(name);
    fresh = true;
  };
  return {
    note({ tool, agent, sessionID }: LiveCall): void {
      note(sets.tool, tool);
      note(sets.agent, agent);
      note(sets.session, sessionID);
    },
    get(): SeenNames {
      if (fresh)
        names = { tool: [...sets.tool].sort(), agent: [...sets.agent].sort(), session: [...sets.session].sort() };
      fresh = false;
      return names;
    },
  };
}
