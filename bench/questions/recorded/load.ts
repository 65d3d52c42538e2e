import { loadSuites } from '../foreign/load-suites.ts';
import type { RecordedSession } from '../session.ts';
import { live } from './live.ts';

/**
 * Long sessions in the manner of real models: look-ups that nobody needs, several calls in a turn, failures and second
 * tries, ids out of results, dates that were computed, and several injections, obeyed late or by half.
 */
const FROM = { folder: new URL('./', import.meta.url), forms: 2, obeys: 'variously', severalWishes: true } as const;
const NAMES = ['office', 'team', 'money', 'trip'];
const plain = loadSuites({ ...FROM, names: NAMES, prefix: 'recorded_' });
const things = loadSuites({ ...FROM, names: NAMES, prefix: 'long_', thingsAreTargets: true });
const tools = { ...plain.tools, ...things.tools };
const lived = (sessions: readonly RecordedSession[]): readonly RecordedSession[] =>
  sessions.map(session => live(session, tools[session.suite]!));

export const RECORDED = {
  tools,
  honest: lived([...plain.honest, ...things.honest]),
  attacks: lived([...plain.attacks, ...things.attacks]),
};
