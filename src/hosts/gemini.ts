import { isAbsolute, join, resolve } from 'node:path';
import { deedsOf } from './deeds.ts';
import type { Host, HostAnswer, HostDeed, HostEvent, HostInput } from './host.ts';
import { jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { isPlainPath, textOrNone } from './raw-input.ts';
import { type HostEvents, readEvent, saysAttended } from './read-event.ts';
import { geminiTrial } from './trial/trials.ts';

const EVENTS: HostEvents = {
  BeforeTool: 'before',
  AfterTool: 'after',
  BeforeAgent: 'turn-begins',
  AfterAgent: 'turn-ends',
  SessionStart: 'session-begins',
  SessionEnd: 'session-ends',
};

/** Whether the host takes a path as it is: it decodes paths as those of addresses, and takes an @ off. */
const isPlain = (path: string): boolean => isPlainPath(path) && !/[%\0]|^@|^file:/i.test(path);

const nothing = `update_topic enter_plan_mode exit_plan_mode invoke_agent activate_skill write_todos ask_user
  complete_task list_background_processes read_background_output get_internal_docs`;

const deedOf = deedsOf({ folder: OWN_FOLDERS.gemini, isPlain, nothing }, uses => ({
  run_shell_command: uses.shell('command', 'description'),
  write_file: uses.writes('file_path'),
  replace: uses.writes('file_path'),
  read_file: uses.reads('file_path'),
  list_directory: uses.lists('dir_path'),
  glob: uses.finds('pattern', 'dir_path'),
  grep_search: uses.searches('dir_path'),
  web_fetch: fetchesWords,
  google_web_search: uses.asks('generativelanguage.googleapis.com'),
}));

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',
  readEvent: (raw, env) =>
    readEvent(raw, {
      events: EVENTS,
      calls: 'unnamed',
      attended: saysAttended(env),
      // The files that a prompt names stand in it too, and those are no words of the user.
      said: event => textOrNone(event, 'prompt')?.split('\n--- Content from referenced files ---')[0],
      failed: ({ tool_response: response }) =>
        typeof response === 'object' && response !== null && 'error' in response && response.error !== undefined,
    }),
  deedOf(tool, input, place): HostDeed {
    const deed = deedOf(tool, input, place);
    const named = deed.kind === 'files' || deed.kind === 'look' || deed.kind === 'own-folder';
    // The host decodes the whole path, with the folder.
    return named && place.cwd.includes('%') ? { kind: 'unknown' } : deed;
  },
  shell: 'fresh',
  // The host shows the rewritten command and the description to its person.
  withCommand: (input, command) => ({ ...input, command, description: String(input.command) }),
  // The host edits a file of the same name elsewhere, where a relative path leads nowhere.
  withPlainPaths(tool, input, { cwd }) {
    const path = textOrNone(input, 'file_path');
    return tool === 'replace' && path !== undefined && !isAbsolute(path)
      ? { ...input, file_path: resolve(cwd, path) }
      : undefined;
  },
  renderAnswer,
  config: jsonHooks({
    file: ({ scope, env }) => (scope === 'user' ? join(OWN_FOLDERS.gemini(env), 'settings.json') : undefined),
    alsoRead: ({ root }) => [join(root, '.gemini', 'settings.json')],
    events: EVENTS,
    told: '^(?!run_shell_command$).*',
    unit: 'milliseconds',
    command: { name: 'toolgate' },
    concerns: config => [...hooksOff(config), ...otherHooks(config)],
    afterwards: [
      'A project can turn all hooks off by hooksConfig in its .gemini/settings.json, where you have trusted its folder: nothing is gated then. Look at that file before you trust a folder.',
      "What Gemini CLI itself asks before a command shows the line that Toolgate puts there, with your agent's command as its description. --approval-mode yolo leaves the questions to Toolgate.",
    ],
  }),
  trial: geminiTrial,
};

function renderAnswer(event: HostEvent, answer: HostAnswer): string {
  if (event.kind !== 'before' || answer.verdict === 'none') return '{}';
  const { verdict: decision } = answer;
  const reason = 'reason' in answer ? answer.reason : undefined;
  const input = 'input' in answer ? answer.input : undefined;
  const hookSpecificOutput = input && { hookEventName: 'BeforeTool', tool_input: input };
  return JSON.stringify({
    decision,
    reason,
    systemMessage: decision === 'ask' ? reason : undefined,
    hookSpecificOutput,
  });
}

/** The addresses stand among words. Those of GitHub are fetched from another host. */
function fetchesWords(input: HostInput): HostDeed | undefined {
  const words = (textOrNone(input, 'prompt') ?? '').split(/\s+/).filter(word => word.includes('://'));
  const hosts = words.map(word => (/^https?:/i.test(word) ? URL.parse(word)?.hostname : undefined) ?? '');
  if (hosts.length === 0 || hosts.includes('')) return undefined;
  return { kind: 'reach', hosts: [...hosts, ...(hosts.includes('github.com') ? ['raw.githubusercontent.com'] : [])] };
}

function hooksOff(config: HostInput): string[] {
  const { hooksConfig } = config as { hooksConfig?: { enabled?: unknown; disabled?: unknown } };
  const { enabled, disabled } = hooksConfig ?? {};
  return enabled === false || (Array.isArray(disabled) && disabled.includes('toolgate'))
    ? ['hooksConfig turns the hooks off here: nothing is gated.']
    : [];
}

function otherHooks(config: HostInput): string[] {
  const { hooks } = config as { hooks?: Record<string, unknown> };
  const text = JSON.stringify(hooks?.BeforeTool ?? []);
  const commands = [...text.matchAll(/"command":"/g)].length;
  const own = [...text.matchAll(/# toolgate-hook"/g)].length;
  return commands > own
    ? ['Another hook on BeforeTool can give a call another input than the one that Toolgate has judged. Look at it.']
    : [];
}
