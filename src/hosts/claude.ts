import { join, resolve } from 'node:path';
import { isBelow } from '../system/is-below.ts';
import { reads } from '../tool/effect.ts';
import { deedBy, namesIn, toolUses } from './deeds.ts';
import type { Host, HostPlace } from './host.ts';
import { jsonHooks } from './install/json-hooks.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { pathOrNone } from './raw-input.ts';
import { COMMON_EVENTS, readEvent } from './read-event.ts';
import { renderPermission } from './render-answer.ts';
import { claudeTrial } from './trial/claude-trial.ts';

const NOTHING = namesIn(
  'Agent Task TodoWrite TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate BashOutput KillShell AskUserQuestion',
  'EnterPlanMode ExitPlanMode Skill ToolSearch DeferredToolPlaceholder ListAgents ReportFindings ScheduleWakeup',
  'StructuredOutput SendMessage CronList ReadNotifications',
);

/** Folders of the host that hold its own records: what it reads there it wrote itself. */
const RECORDS = ['projects', 'plans', 'skills', 'plugins', 'commands', 'agents', 'tasks', 'todos', 'CLAUDE.md'];

type Input = Readonly<Record<string, unknown>>;

const { shell, writes, finds, lists, searches, fetches, asks } = toolUses({ folder: OWN_FOLDERS.claude });

const TOOLS = {
  nothing: NOTHING,
  tools: {
    Bash: shell('command', 'description'),
    Monitor: shell('command', 'description'),
    Write: writes('file_path'),
    Edit: writes('file_path'),
    MultiEdit: writes('file_path'),
    NotebookEdit: writes('notebook_path'),
    Read(input: Input, { env }: HostPlace) {
      const path = pathOrNone(input, 'file_path');
      if (path === undefined) return undefined;
      const own = RECORDS.some(name => isBelow(resolve(path), join(OWN_FOLDERS.claude(env), name)));
      return own ? ({ kind: 'nothing' } as const) : ({ kind: 'look', effects: [reads(path)] } as const);
    },
    Glob: finds('pattern', 'path'),
    LS: lists('path'),
    Grep: searches('path'),
    WebFetch: fetches('url'),
    WebSearch: asks('api.anthropic.com'),
  },
};

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
  deedOf: (tool, input, place) => deedBy(TOOLS, tool, input, place),
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
    concerns: config => [
      ...elicitationHooks(config),
      ...hooksOff(config),
      ...ownSandbox(config),
      ...shellRules(config),
    ],
  }),
  trial: claudeTrial,
};

const hooksOf = (config: Input, event: string): readonly unknown[] => {
  const { hooks } = config as { hooks?: Record<string, unknown> };
  const list = hooks?.[event];
  return Array.isArray(list) ? list : [];
};

/** Hooks that can say yes to Toolgate's own questions in the person's place. */
const elicitationHooks = (config: Input): string[] =>
  ['Elicitation', 'PermissionRequest'].flatMap(event =>
    hooksOf(config, event).length === 0
      ? []
      : [`A hook on ${event} answers questions in your place. Look at it: a yes of such a hook counts as yours.`],
  );

const hooksOff = (config: Input): string[] =>
  config.disableAllHooks === true ? ['disableAllHooks is true here: no hook runs, and nothing is gated.'] : [];

const ownSandbox = (config: Input): string[] =>
  (config.sandbox as { enabled?: unknown } | undefined)?.enabled === true
    ? ['Its own sandbox is on (sandbox.enabled): Toolgate cannot be reached from there, and every command will fail.']
    : [];

/** Rules that look at the text of commands see the rewritten form only. */
function shellRules(config: Input): string[] {
  const { permissions } = config as { permissions?: { deny?: unknown; ask?: unknown } };
  const rules = [permissions?.deny, permissions?.ask].flatMap(list => (Array.isArray(list) ? list : []));
  const about = rules.filter(rule => typeof rule === 'string' && rule.startsWith('Bash('));
  if (about.length === 0) return [];
  return [`${about.join(', ')}: such rules no longer see the commands. Say the same in Toolgate's policy.`];
}
