import { join } from 'node:path';
import { deedsOf } from './deeds.ts';
import type { Host } from './host.ts';
import { hooksOff, jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { COMMON_EVENTS, readEvent, saysAttended } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { copilotTrial } from './trial/trials.ts';

// The host's SQL is of a database of the session, and may attach no other.
const nothing = `Agent Skill skill sql session_store_sql read_bash stop_bash list_bash read_agent list_agents
  write_agent fetch_copilot_cli_documentation report_intent ask_user exit_plan_mode update_todo`;

export const copilot: Host = {
  name: 'copilot',
  title: 'Copilot CLI',
  readEvent: (raw, env) =>
    readEvent(raw, {
      // An event under the host's own names (`preToolUse`) does not say which it is.
      events: COMMON_EVENTS,
      calls: 'unnamed',
      // After a question the host runs the command that the model wrote, and not the one in its place.
      attended: saysAttended(env) && raw.tool_name !== 'Bash',
      freeText: true,
      failed: (_, name) => name === 'PostToolUseFailure',
    }),
  deedOf: deedsOf({ folder: OWN_FOLDERS.copilot, nothing }, uses => ({
    Bash: uses.shell('command', 'description'),
    Write: uses.writes('path'),
    // A patch is free text.
    Edit: (input, place) => ('text' in input ? uses.patches('text') : uses.writes('path'))(input, place),
    Read: uses.reads('path'),
    Glob: uses.finds('pattern', 'paths'),
    Grep: uses.searches('paths'),
    WebFetch: uses.fetches('url'),
  })),
  shell: 'fresh',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer: (event, answer) => renderPermission(event, answer, { asks: 'unchanged', rewrites: true }),
  config: jsonHooks({
    file: ({ scope, env }) => (scope === 'user' ? join(OWN_FOLDERS.copilot(env), 'hooks', 'toolgate.json') : undefined),
    events: COMMON_EVENTS,
    told: '^(?!Bash$).*',
    unit: 'seconds',
    plain: true,
    head: { version: 1 },
    concerns: hooksOff,
  }),
  trial: copilotTrial,
};
