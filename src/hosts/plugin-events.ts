import type { Host, HostEvent } from './host.ts';
import { type HostEvents, readEvent } from './read-event.ts';

/** Plugins of ours name events as they are named here; `failed` comes after a call that the host failed at. */
const EVENTS: HostEvents = {
  before: 'before',
  after: 'after',
  failed: 'after',
  'turn-begins': 'turn-begins',
  'turn-ends': 'turn-ends',
  'session-begins': 'session-begins',
  'session-ends': 'session-ends',
};

/** Reads what a plugin of ours tells of the host in whose process it runs. A plugin has no way to ask its person. */
export const readPluginEvent = (raw: Readonly<Record<string, unknown>>): HostEvent =>
  readEvent(raw, { events: EVENTS, calls: 'named', attended: false, failed: (_, name) => name === 'failed' });

export const renderPluginAnswer: Host['renderAnswer'] = (event, answer) => {
  if (event.kind !== 'before') return '{}';
  return JSON.stringify(answer.verdict === 'ask' ? { verdict: 'deny', reason: answer.reason } : answer);
};
