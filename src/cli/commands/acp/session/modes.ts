import { RequestError, type SessionMode, type SessionModeState } from '@agentclientprotocol/sdk';

export type ModeName = 'write' | 'plan';

const MODES: Readonly<Record<ModeName, SessionMode>> = {
  write: { id: 'write', name: 'Write', description: 'Changes are written at once; /undo takes them back' },
  plan: { id: 'plan', name: 'Plan', description: 'Changes are kept in a plan; /apply writes it' },
};

/** The modes that a person can choose; an agent that was started to plan does nothing else. */
export const modeState = (current: ModeName, plansOnly: boolean): SessionModeState => ({
  currentModeId: current,
  availableModes: plansOnly ? [MODES.plan] : Object.values(MODES),
});

export function checkMode(id: string, plansOnly: boolean): ModeName {
  const { availableModes } = modeState('plan', plansOnly);
  const found = availableModes.find(mode => mode.id === id);
  if (found) return found.id as ModeName;
  const known = availableModes.map(mode => mode.id).join(', ');
  const named = JSON.stringify(id.slice(0, 100));
  throw RequestError.invalidParams(undefined, `there is no mode ${named} here; there are: ${known}`);
}
