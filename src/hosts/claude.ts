import { join, resolve } from 'node:path';
import { isBelow } from '../system/is-below.ts';
import { reads } from '../tool/effect.ts';
import { deedsOf } from './deeds.ts';
import type { Host, HostInput } from './host.ts';
import { hooksOff, jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { pathOrNone } from './raw-input.ts';
import { COMMON_EVENTS, readEvent } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { claudeTrial } from './trial/trials.ts';

const nothing = `Agent Task TodoWrite TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate BashOutput KillShell
  AskUserQuestion EnterPlanMode ExitPlanMode Skill ToolSearch DeferredToolPlaceholder ListAgents ReportFindings
  ScheduleWakeup StructuredOutput SendMessage CronList ReadNotifications`;

/** Folders of the host that hold its own records: what it reads there it wrote itself. */
const RECORDS = ['projects', 'plans', 'skills', 'plugins', 'commands', 'agents', 'tasks', 'todos', 'CLAUDE.md'];

export const claude: Host = {
  name: 'claude',
  title: 'Claude Code',
  readEvent: (raw, env) =>
    readEvent(raw, {
      events: COMMON_EVENTS,
      turn: 'prompt_id',
      calls: 'named',
      // A program that answers for a person who is not there (an SDK, a print run) is no person.
      attended: env.CLAUDE_CODE_SESSION_ATTENDED === '1' && env.CLAUDE_CODE_ENTRYPOINT === 'cli',
      failed: (_, name) => name === 'PostToolUseFailure',
    }),
  deedOf: deedsOf({ folder: OWN_FOLDERS.claude, nothing }, uses => ({
    Bash: uses.shell('command', 'description'),
    Monitor: uses.shell('command', 'description'),
    Write: uses.writes('file_path'),
    Edit: uses.writes('file_path'),
    MultiEdit: uses.writes('file_path'),
    NotebookEdit: uses.writes('notebook_path'),
    Read(input, { env }) {
      const path = pathOrNone(input, 'file_path');
      if (path === undefined) return undefined;
      const own = RECORDS.some(name => isBelow(resolve(path), join(OWN_FOLDERS.claude(env), name)));
      return own ? { kind: 'nothing' } : { kind: 'look', effects: [reads(path)] };
    },
    Glob: uses.finds('pattern', 'path'),
    LS: uses.lists('path'),
    Grep: uses.searches('path'),
    WebFetch: uses.fetches('url'),
    WebSearch: uses.asks('api.anthropic.com'),
  })),
  shell: 'kept',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer: (event, answer) => renderPermission(event, answer, { asks: true, rewrites: true }),
  config: jsonHooks({
    file: ({ scope, root, env }) =>
      scope === 'user' ? join(OWN_FOLDERS.claude(env), 'settings.json') : join(root, '.claude', 'settings.local.json'),
    events: COMMON_EVENTS,
    told: '^(?!Bash$).*',
    unit: 'seconds',
    plain: true,
    guard: { onFailure: 'block' },
    concerns: config => [elicitationHooks, hooksOff, ownSandbox, shellRules].flatMap(look => look(config)),
  }),
  trial: claudeTrial,
};

const hooksOf = (config: HostInput, event: string): readonly unknown[] => {
  const { hooks } = config as { hooks?: Record<string, unknown> };
  const list = hooks?.[event];
  return Array.isArray(list) ? list : [];
};

/** Hooks that can say yes to Toolgate's own questions in the person's place. */
const elicitationHooks = (config: HostInput): string[] =>
  ['Elicitation', 'PermissionRequest'].flatMap(event =>
    hooksOf(config, event).length === 0
      ? []
      : [`A hook on ${event} answers questions in your place. Look at it: a yes of such a hook counts as yours.`],
  );

const ownSandbox = (config: HostInput): string[] =>
  (config.sandbox as { enabled?: unknown } | undefined)?.enabled === true
    ? ['Its own sandbox is on (sandbox.enabled): Toolgate cannot be reached from there, and every command will fail.']
    : [];

/** Rules that look at the text of commands see the rewritten form only. */
function shellRules(config: HostInput): string[] {
  const { permissions } = config as { permissions?: { deny?: unknown; ask?: unknown } };
  const rules = [permissions?.deny, permissions?.ask].flatMap(list => (Array.isArray(list) ? list : []));
  const about = rules.filter(rule => typeof rule === 'string' && rule.startsWith('Bash('));
  if (about.length === 0) return [];
  return [`${about.join(', ')}: such rules no longer see the commands. Say the same in Toolgate's policy.`];
}
