import type { Host, HostEvent, HostInput } from './host.ts';
import { objectIn, textIn, textOrNone } from './raw-input.ts';

/** What each event of a host means, by its name, in the order of the host's config; others mean nothing here. */
export type HostEvents = Readonly<Record<string, HostEvent['kind']>>;

/** The events of hosts that speak as Claude Code does. */
export const COMMON_EVENTS: HostEvents = {
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  UserPromptSubmit: 'turn-begins',
  Stop: 'turn-ends',
  SubagentStop: 'turn-ends',
  SessionStart: 'session-begins',
  SessionEnd: 'session-ends',
};

interface EventForm {
  readonly events: HostEvents;
  readonly attended: boolean;
  /** The field that names the turn; left out where the host has no names for them. */
  readonly turn?: string;
  /** The field that names the session, where it is another than `session_id`. */
  readonly session?: string;
  /** The folder that the session is in, where `cwd` is missing. */
  readonly folder?: string | undefined;
  /** The user's own words in an event that begins a turn, where they are not all of `prompt`. */
  readonly said?: (raw: HostInput) => string | undefined;
  readonly calls: 'named' | 'unnamed';
  readonly failed?: (raw: HostInput, name: string) => boolean;
  /** The input of tools that take free text, which is then the field `text`. Left out: there are none. */
  readonly freeText?: boolean;
}

/** Whether a person sits at a host that does not tell: they say so. Such hosts refuse a question that nobody sees. */
export const saysAttended = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env.TOOLGATE_HOOK_ASK === 'host';

/** Reads an event in Claude Code's form, now common: `hook_event_name`, `session_id`, `tool_name`, `tool_input`. */
export function readEvent(raw: HostInput, form: EventForm): HostEvent {
  const name = textIn(raw, 'hook_event_name');
  const agentID = textOrNone(raw, 'agent_id');
  const origin = {
    session: textIn(raw, form.session ?? 'session_id'),
    agent: agentID === undefined ? undefined : { id: agentID, type: textOrNone(raw, 'agent_type') },
    cwd: textOrNone(raw, 'cwd') ?? form.folder ?? textIn(raw, 'cwd'),
    turn: form.turn === undefined ? undefined : textOrNone(raw, form.turn),
    attended: form.attended,
  };
  const kind = Object.hasOwn(form.events, name) ? form.events[name]! : 'other';
  // Words to an agent below are none of the user's, and where nothing is said a turn goes on.
  if (kind === 'turn-begins')
    return agentID !== undefined || raw.prompt === ''
      ? { kind: 'other', ...origin }
      : { kind, ...origin, said: form.said ? form.said(raw) : textOrNone(raw, 'prompt') };
  if (kind !== 'before' && kind !== 'after') return { kind, ...origin };
  const call = {
    callID: form.calls === 'named' ? textIn(raw, 'tool_use_id') : undefined,
    tool: textIn(raw, 'tool_name'),
    input: inputOf(raw, form),
  };
  return kind === 'before'
    ? { kind, ...origin, ...call }
    : { kind, ...origin, ...call, failed: form.failed?.(raw, name) ?? false };
}

function inputOf(raw: HostInput, { freeText = false }: EventForm): HostInput {
  const text = freeText ? textOrNone(raw, 'tool_input') : undefined;
  return text === undefined ? objectIn(raw, 'tool_input') : { text };
}

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
