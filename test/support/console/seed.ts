import { dirname, join } from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import type { CallRow, EventRow, Store } from '../../../src/store/port.ts';
import { stateFolder } from '../../../src/store/state-folder.ts';
import type { World } from './page-world.ts';

/** The store of a world's workspace, opened beside the server as another process would. */
export const openLedger = ({ root }: Pick<World, 'root'>): Promise<Store> => {
  const folder = stateFolder(root, { XDG_STATE_HOME: join(dirname(root), 'state') });
  return openStore({ kind: 'sqlite', file: join(folder, 'toolgate.db') });
};

export interface SeededRun {
  readonly session: string;
  readonly prompt: string;
  readonly calls: number;
  /** When it began; a call a hundredth of a second. */
  readonly at: number;
}

/** A run that has ended, with as many calls as one likes. */
export async function seedRun(
  { calls, events }: Store,
  { session, prompt, calls: count, at }: SeededRun,
): Promise<void> {
  const of = { sessionID: session, agent: 'coder' };
  await events.append([{ ...of, type: 'agent_started', at, data: { type: 'coder', depth: 1, prompt } }]);
  for (let number = 0; number < count; number++) await calls.save(seededCall(session, number, at + number * 10));
  const end: Omit<EventRow, 'seq'> = {
    ...of,
    type: 'agent_ended',
    at: at + count * 10,
    data: { ok: true, calls: count },
  };
  await events.append([end]);
}

/** Ids grow with time, as real ones do. */
export function seededCall(session: string, number: number, at: number): CallRow {
  return {
    id: `${at.toString(16).padStart(12, '0')}-${String(number).padStart(6, '0')}`,
    sessionID: session,
    turn: number,
    agent: 'coder',
    processID: 'gone',
    tool: 'read_file',
    status: 'settled',
    args: { path: `src/file-${number}.ts` },
    effects: [],
    danger: 'safe',
    verdict: 'allow',
    repeatable: true,
    preparedAt: at,
    startedAt: at + 1,
    settledAt: at + 9,
    ok: true,
    outcome: 'ok',
    attempts: 1,
    bytes: 10,
    tokens: 3,
    title: `Read src/file-${number}.ts`,
  };
}
