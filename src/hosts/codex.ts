import { join } from 'node:path';
import { deedsOf } from './deeds.ts';
import type { Host } from './host.ts';
import { jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { type HostEvents, readEvent } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { codexTrial } from './trial/trials.ts';

const nothing = `update_plan request_user_input write_stdin get_goal create_goal update_goal spawn_agent close_agent
  resume_agent send_input wait_agent list_agents`;

const EVENTS: HostEvents = {
  PreToolUse: 'before',
  PostToolUse: 'after',
  UserPromptSubmit: 'turn-begins',
  Stop: 'turn-ends',
  SubagentStop: 'turn-ends',
  SessionStart: 'session-begins',
};

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  readEvent: raw => readEvent(raw, { events: EVENTS, turn: 'turn_id', calls: 'named', attended: false }),
  deedOf: deedsOf({ folder: OWN_FOLDERS.codex, nothing }, ({ shell, patches, reads }) => ({
    Bash: shell('command'),
    apply_patch: patches('command'),
    view_image: reads('path'),
  })),
  shell: 'kept',
  withCommand: (_, command) => ({ command }),
  // Codex runs a call that a hook asks about, so it is never asked to ask.
  renderAnswer: (event, answer) => renderPermission(event, answer, { asks: false, rewrites: true }),
  config: jsonHooks({
    file: ({ scope, env }) => (scope === 'user' ? join(OWN_FOLDERS.codex(env), 'hooks.json') : undefined),
    events: EVENTS,
    // Codex's patterns cannot look ahead: this one is all but Bash.
    told: '^([^B]|B[^a]|Ba[^s]|Bas[^h]|Bash.).*',
    unit: 'seconds',
    plain: true,
    keys: ['description', 'hooks'],
    concerns: () => [],
    afterwards: [
      'Codex runs a hook only when you have trusted it: start codex, type /hooks, and trust the ones of toolgate. Until then nothing is gated, and `codex exec` does not even say so. A changed hook is to be trusted again.',
      'Toolgate cannot be reached from inside the sandbox of Codex: start it with -s danger-full-access, and only with these hooks trusted. Commands then run in the sandbox of Toolgate.',
    ],
  }),
  trial: codexTrial,
};
