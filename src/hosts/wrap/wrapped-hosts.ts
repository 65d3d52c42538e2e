import { basename, join } from 'node:path';
import { NODE, TURN } from '../../sandbox/port.ts';
import { quoteWord } from '../../shell/state/value.ts';
import { OWN_FOLDERS, userHome } from '../own-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** An agent that is known by its command, and the parts of the machine that it needs when all of it is wrapped. */
export interface WrappedHost {
  readonly title: string;
  readonly folders: (env: Env) => readonly string[];
  /**
   * Paths in the first folder that say what the agent runs later, outside of any wrap: read-only, and made empty where
   * missing, so that nothing inside can make them. A folder ends with a slash.
   */
  readonly held: readonly string[];
  /** The text of such a file that says nothing, where the host takes no empty one. */
  readonly blank?: Readonly<Record<string, string>>;
  /** Hosts of the agent's model and its sign-in; `*.` for sub-domains. */
  readonly hosts: readonly string[];
  /** Variables that name a host of the agent's model. */
  readonly urls: readonly string[];
  readonly variables: RegExp;
  readonly env?: (env: Env) => Readonly<Record<string, string>>;
  /** A file outside of the agent's folders that is copied into the first one under this name, where none is yet. */
  readonly copied?: (env: Env) => readonly [from: string, name: string] | undefined;
  /** A word for people on arguments that do not work inside. */
  readonly advice?: (args: readonly string[]) => string | undefined;
  /** The arguments with a word to us at the end of each turn; left out where the agent can be given none. */
  readonly withTurns?: (args: readonly string[]) => readonly string[];
}

const below =
  (...names: readonly string[]) =>
  (env: Env): readonly string[] =>
    names.map(name => join(userHome(env), name));

const TURN_ENDED = [NODE, TURN].map(quoteWord).join(' ');
/** Seconds. */
const LONGEST_TURN_END = 300;

const CLAUDE: WrappedHost = {
  title: 'Claude Code',
  folders: env => [OWN_FOLDERS.claude(env)],
  held: ['settings.json', 'hooks/', 'commands/', 'agents/', 'skills/', 'plugins/'],
  hosts: ['api.anthropic.com', 'console.anthropic.com', 'platform.claude.com', 'claude.ai'],
  urls: ['ANTHROPIC_BASE_URL'],
  variables: /^(?:ANTHROPIC_|CLAUDE_|DISABLE_|ENABLE_)/,
  // With this variable all of the config is in one folder: a single file could not be replaced.
  env: env => ({ CLAUDE_CONFIG_DIR: OWN_FOLDERS.claude(env) }),
  copied: env => (env.CLAUDE_CONFIG_DIR ? undefined : [join(userHome(env), '.claude.json'), '.claude.json']),
  withTurns(args) {
    if (args.some(arg => /^--settings(?:=|$)/.test(arg))) return args;
    const hook = { type: 'command', command: TURN_ENDED, timeout: LONGEST_TURN_END };
    return ['--settings', JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }), ...args];
  },
};

const HOSTS: Readonly<Record<string, WrappedHost>> = {
  claude: CLAUDE,
  codex: {
    title: 'Codex',
    folders: env => [OWN_FOLDERS.codex(env)],
    held: ['config.toml', 'hooks.json', 'prompts/', 'skills/', 'rules/', 'plugins/'],
    hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
    urls: ['OPENAI_BASE_URL'],
    variables: /^(?:OPENAI_|CODEX_)/,
    advice: args =>
      args.some(arg => /danger-full-access|dangerously-bypass/.test(arg))
        ? undefined
        : 'Its own sandbox cannot start in a wrap: give it -s danger-full-access. The wrap holds what it runs.',
  },
  gemini: {
    title: 'Gemini CLI',
    folders: env => [OWN_FOLDERS.gemini(env)],
    held: ['settings.json', 'hooks/', 'commands/', 'extensions/', 'skills/', 'agents/', 'policies/'],
    hosts: [
      ...['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
      ...['accounts.google.com', 'www.googleapis.com'],
    ],
    urls: ['GOOGLE_GEMINI_BASE_URL'],
    variables: /^(?:GEMINI_|GOOGLE_)/,
  },
  qwen: {
    title: 'Qwen Code',
    folders: env => [OWN_FOLDERS.qwen(env)],
    held: ['settings.json', 'commands/', 'extensions/', 'skills/', 'agents/'],
    hosts: ['chat.qwen.ai', 'portal.qwen.ai', 'dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'],
    urls: ['OPENAI_BASE_URL'],
    variables: /^(?:OPENAI_|QWEN_|DASHSCOPE_)/,
  },
  copilot: {
    title: 'Copilot CLI',
    folders: env => [OWN_FOLDERS.copilot(env)],
    held: ['hooks/', 'mcp-config.json', 'agents/', 'skills/'],
    hosts: ['api.githubcopilot.com', '*.githubcopilot.com', 'api.github.com', 'github.com'],
    urls: ['COPILOT_PROVIDER_BASE_URL'],
    variables: /^(?:COPILOT_|GH_TOKEN$|GITHUB_TOKEN$)/,
  },
  opencode: {
    title: 'opencode',
    folders: below('.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'),
    held: [
      ...['opencode.json', 'opencode.jsonc', 'config.json'],
      ...['plugin', 'command', 'agent', 'mode', 'skill', 'tool'].flatMap(name => [`${name}/`, `${name}s/`]),
    ],
    hosts: ['opencode.ai', 'api.opencode.ai', 'models.dev', 'api.anthropic.com', 'api.openai.com'],
    urls: [],
    variables: /^(?:OPENCODE_|ANTHROPIC_API_KEY$|OPENAI_API_KEY$)/,
  },
  pi: {
    title: 'pi',
    folders: below('.pi'),
    // The agent's programs lie in `bin`, packages in the last three; models may name a command that gives their key.
    held: [
      ...['agent/settings.json', 'agent/models.json', 'agent/extensions/', 'agent/skills/', 'agent/prompts/'],
      ...['agent/bin/', 'agent/tools/', 'agent/npm/', 'agent/git/', 'agent/tmp/'],
    ],
    blank: { 'agent/models.json': '{ "providers": {} }\n' },
    hosts: ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com'],
    urls: [],
    variables: /^(?:PI_|ANTHROPIC_API_KEY$|OPENAI_API_KEY$|GEMINI_API_KEY$)/,
  },
  'cursor-agent': {
    title: 'Cursor',
    folders: below('.cursor', '.config/cursor'),
    held: ['hooks.json', 'mcp.json', 'rules/', 'commands/'],
    hosts: ['api2.cursor.sh', '*.cursor.sh'],
    urls: [],
    variables: /^CURSOR_/,
  },
};

export const WRAPPED_HOSTS: readonly string[] = Object.keys(HOSTS);

export function findWrappedHost(command: string): WrappedHost | undefined {
  const name = basename(command).replace(/\.(?:[cm]?js|exe)$/, '');
  return Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
}
