import { join } from 'node:path';
import { deedsOf } from './deeds.ts';
import type { Host } from './host.ts';
import { hooksOff, jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { isPlainPath, textOrNone } from './raw-input.ts';
import { COMMON_EVENTS, readEvent, saysAttended } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { qwenTrial } from './trial/trials.ts';

/** Whether the host takes a path as it is: it takes backslashes out of paths. */
const isPlain = (path: string): boolean => isPlainPath(path) && !path.includes('\\');

const nothing = `agent skill tool_search get_goal update_goal list_agents todo_write task_stop send_message
  ask_user_question exit_plan_mode enter_plan_mode`;

/** Qwen Code. It takes no other input of a hook: commands are judged by their text, and run in its own shell. */
export const qwen: Host = {
  name: 'qwen',
  title: 'Qwen Code',
  readEvent: (raw, env) =>
    readEvent(raw, {
      events: COMMON_EVENTS,
      turn: 'prompt_id',
      calls: 'named',
      attended: saysAttended(env),
      // `prompt` also holds the files that the user names, and what agents have reported.
      said: event => textOrNone(event, 'submitted_prompt'),
      failed: (_, name) => name === 'PostToolUseFailure',
    }),
  deedOf: deedsOf({ folder: OWN_FOLDERS.qwen, isPlain, nothing }, uses => ({
    run_shell_command: uses.shell('command', 'description', 'directory'),
    write_file: uses.writes('file_path'),
    edit: uses.writes('file_path'),
    notebook_edit: uses.writes('notebook_path'),
    read_file: uses.reads('file_path'),
    list_directory: uses.lists('path'),
    glob: uses.finds('pattern', 'path'),
    grep_search: uses.searches('path'),
    web_fetch: uses.fetches('url'),
  })),
  shell: 'own',
  withCommand: input => input,
  renderAnswer: (event, answer) => renderPermission(event, answer, { asks: true, rewrites: false }),
  config: jsonHooks({
    file: ({ scope, env }) => (scope === 'user' ? join(OWN_FOLDERS.qwen(env), 'settings.json') : undefined),
    alsoRead: ({ root }) => [join(root, '.qwen', 'settings.json')],
    events: COMMON_EVENTS,
    unit: 'milliseconds',
    command: { name: 'toolgate' },
    concerns: hooksOff,
    afterwards: [
      'Qwen Code runs its commands itself, outside of the sandbox and with your rights: Toolgate judges their text, asks about those that do not show all that they do, and puts on record what they changed.',
      'A project can turn all hooks off by disableAllHooks in its .qwen/settings.json: nothing is gated then. Look at that file first.',
    ],
  }),
  trial: qwenTrial,
};
