import { join } from 'node:path';
import { deedBy, namesIn, toolUses } from './deeds.ts';
import type { Host, HostPlace } from './host.ts';
import { jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { COMMON_EVENTS, readEvent, saysAttended } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { copilotTrial } from './trial/copilot-trial.ts';

const { shell, writes, reads, finds, searches, fetches, patches } = toolUses({ folder: OWN_FOLDERS.copilot });
const [writesPath, patchesText] = [writes('path'), patches('text')];

const TOOLS = {
  // The host's SQL is of a database of the session, and may attach no other.
  nothing: namesIn(
    'Agent Skill skill sql session_store_sql read_bash stop_bash list_bash read_agent list_agents write_agent',
    'fetch_copilot_cli_documentation report_intent ask_user exit_plan_mode update_todo',
  ),
  tools: {
    Bash: shell('command', 'description'),
    Write: writesPath,
    // A patch is free text.
    Edit: (input: Readonly<Record<string, unknown>>, place: HostPlace) =>
      'text' in input ? patchesText(input, place) : writesPath(input, place),
    Read: reads('path'),
    Glob: finds('pattern', 'paths'),
    Grep: searches('paths'),
    WebFetch: fetches('url'),
  },
};

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
  deedOf: (tool, input, place) => deedBy(TOOLS, tool, input, place),
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
    concerns: config =>
      config.disableAllHooks === true ? ['disableAllHooks is true here: no hook runs, and nothing is gated.'] : [],
  }),
  trial: copilotTrial,
};
