import { join } from 'node:path';
import { deedsOf } from './deeds.ts';
import type { Host, HostAnswer, HostDeed, HostEvent, HostInput, HostPlace } from './host.ts';
import { jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { type HostEvents, readEvent } from './read-event.ts';

const EVENTS: HostEvents = {
  preToolUse: 'before',
  postToolUse: 'after',
  postToolUseFailure: 'after',
  beforeSubmitPrompt: 'turn-begins',
  stop: 'turn-ends',
  sessionStart: 'session-begins',
  sessionEnd: 'session-ends',
};

/** The field of a path, which Cursor's documents do not name: an input that has both is not known. */
const either =
  (one: (key: string) => (input: HostInput, place: HostPlace) => HostDeed | undefined) =>
  (input: HostInput, place: HostPlace): HostDeed | undefined =>
    'path' in input && 'file_path' in input ? undefined : one('path' in input ? 'path' : 'file_path')(input, place);

/** Cursor, as its documents say; nobody has run it so far. */
export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  readEvent: raw =>
    readEvent(raw, {
      events: EVENTS,
      session: typeof raw.conversation_id === 'string' ? 'conversation_id' : 'session_id',
      turn: 'generation_id',
      calls: 'named',
      folder: rootOf(raw),
      attended: false,
      failed: (_, name) => name === 'postToolUseFailure',
    }),
  deedOf: deedsOf({ folder: OWN_FOLDERS.cursor, nothing: 'Task' }, ({ shell, writes, reads, searches }) => ({
    Shell: shell('command', 'description', 'working_directory'),
    Write: either(writes),
    Delete: either(writes),
    Read: either(reads),
    Grep: searches('path'),
  })),
  // The line for a kept shell holds for both kinds of shells.
  shell: 'kept',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer,
  config: jsonHooks({
    file: ({ scope, env }) => (scope === 'user' ? join(OWN_FOLDERS.cursor(env), 'hooks.json') : undefined),
    events: EVENTS,
    unit: 'seconds',
    plain: true,
    form: 'flat',
    guard: { failClosed: true },
    head: { version: 1 },
    concerns: () => [],
    afterwards: [
      'Nobody has run Cursor with Toolgate so far: this is written from its documents. Try it where nothing can be lost.',
      'Cursor also loads hooks of Claude Code where you let it: take those of Toolgate out of there, or each call is judged twice and refused.',
      'What Cursor Tab reads and completes is no call of a tool, and is not gated.',
    ],
  }),
};

function rootOf({ workspace_roots: roots }: HostInput): string | undefined {
  const [root] = Array.isArray(roots) ? (roots as readonly unknown[]) : [];
  return typeof root === 'string' ? root : undefined;
}

/** The answer: by Cursor's documents a tool is allowed or denied, so a question is a no here. */
function renderAnswer(event: HostEvent, answer: HostAnswer): string {
  if (event.kind === 'turn-begins') return '{"continue":true}';
  if (event.kind !== 'before' || answer.verdict === 'none') return '{}';
  if (answer.verdict === 'allow') return JSON.stringify({ permission: 'allow', updated_input: answer.input });
  return JSON.stringify({ permission: 'deny', user_message: answer.reason, agent_message: answer.reason });
}
