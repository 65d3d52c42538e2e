import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HostName } from './host-names.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const userHome = ({ HOME }: Env): string => HOME || homedir();

/** The folder of each host with its settings, by the variables that name another one. */
export const OWN_FOLDERS: Readonly<Record<HostName, (env: Env) => string>> = {
  claude: env => env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude'),
  codex: env => env.CODEX_HOME || join(userHome(env), '.codex'),
  gemini: env => join(env.GEMINI_CLI_HOME || userHome(env), '.gemini'),
  copilot: env => env.COPILOT_HOME || join(userHome(env), '.copilot'),
  opencode: env => env.OPENCODE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(userHome(env), '.config'), 'opencode'),
  pi: env => env.PI_CODING_AGENT_DIR || join(userHome(env), '.pi', 'agent'),
  qwen: env => env.QWEN_HOME || join(userHome(env), '.qwen'),
  cursor: env => join(userHome(env), '.cursor'),
};
