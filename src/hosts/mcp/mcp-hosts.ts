import { join } from 'node:path';
import type { ConfigPlace } from '../host.ts';
import { OWN_FOLDERS, userHome } from '../own-folders.ts';
import { jsonSettings } from './json-settings.ts';
import type { McpHost } from './mcp-host.ts';
import type { McpHostName } from './mcp-host-names.ts';
import { tomlBlocks } from './toml-blocks.ts';

const NAME = 'toolgate';
/** A project has the same folder as a home. */
const settingsFolder = (host: 'gemini' | 'qwen', { scope, root, env }: ConfigPlace): string =>
  scope === 'project' ? join(root, `.${host}`) : OWN_FOLDERS[host](env);
const words = (text: string): readonly string[] => text.split(' ');

const BYPASS = 'Whatever else the host has, such as tools of its plugins, still runs without the gate.';

/** Our tools in the place of a host's own. What each host reads was found by running it; see docs/mcp.md. */
const MCP_HOSTS: Readonly<Record<McpHostName, McpHost>> = {
  claude: {
    title: 'Claude Code',
    files({ scope, root, env }, line) {
      const own = OWN_FOLDERS.claude(env);
      const state = join(env.CLAUDE_CONFIG_DIR ? own : userHome(env), '.claude.json');
      const project = scope === 'project';
      return [
        jsonSettings(project ? join(root, '.mcp.json') : state, [
          { path: ['mcpServers', NAME], value: { type: 'stdio', ...line, alwaysLoad: true } },
        ]),
        jsonSettings(join(project ? join(root, '.claude') : own, 'settings.json'), [
          { path: ['permissions', 'allow'], words: [`mcp__${NAME}`] },
          {
            path: ['permissions', 'deny'],
            words: words('Bash BashOutput KillShell Read Write Edit MultiEdit NotebookEdit Glob Grep LS WebFetch'),
          },
          ...(project ? [{ path: ['enabledMcpjsonServers'], words: [NAME] }] : []),
          // Without this wait the first request goes out before our server is up.
          { path: ['env', 'CLAUDE_CODE_MCP_STARTUP_WAIT_MS'], value: '20000' },
        ]),
      ];
    },
    afterwards: [BYPASS],
  },
  codex: {
    title: 'Codex',
    files(place, { command, args }) {
      if (place.scope === 'project') return undefined;
      return [
        tomlBlocks(join(OWN_FOLDERS.codex(place.env), 'config.toml'), {
          table: `mcp_servers.${NAME}`,
          lines: [
            `command = ${JSON.stringify(command)}`,
            `args = ${JSON.stringify(args)}`,
            // Else the first request goes out before our server is up, and calls are refused where nobody can be asked.
            'required = true',
            'default_tools_approval_mode = "approve"',
          ],
          key: { table: 'features', name: 'shell_tool', value: 'false' },
        }),
      ];
    },
    afterwards: [
      'apply_patch of Codex stays: it writes files without the gate. Have it judged too with: toolgate hook install codex',
      BYPASS,
    ],
  },
  gemini: {
    title: 'Gemini CLI',
    prefix: 'tg_',
    files: (place, line) => [
      jsonSettings(join(settingsFolder('gemini', place), 'settings.json'), [
        { path: ['mcpServers', NAME], value: { ...line, trust: true } },
        {
          path: ['tools', 'exclude'],
          words: words(
            'run_shell_command replace write_file read_file read_many_files glob grep_search search_file_content list_directory web_fetch',
          ),
        },
      ]),
    ],
    afterwards: ['Gemini CLI cannot show a question: what asks is refused, and says how you can answer.', BYPASS],
  },
  copilot: {
    title: 'Copilot CLI',
    files({ scope, env }, line) {
      const value = { type: 'local', ...line, tools: ['*'] };
      const file = join(OWN_FOLDERS.copilot(env), 'mcp-config.json');
      return scope === 'project' ? undefined : [jsonSettings(file, [{ path: ['mcpServers', NAME], value }])];
    },
    afterwards: [
      'Copilot CLI has no setting that turns its own tools off, so they bypass the gate unless you start it so: copilot --allow-tool toolgate --excluded-tools bash,read_bash,write_bash,stop_bash,list_bash,create,edit,view,apply_patch,glob,rg,grep,web_fetch',
    ],
  },
  opencode: {
    title: 'opencode',
    files({ scope, root, env }, { command, args }) {
      const folder = scope === 'project' ? root : OWN_FOLDERS.opencode(env);
      const tools = words('bash edit write read grep glob list patch apply_patch webfetch');
      return [
        jsonSettings(join(folder, 'opencode.json'), [
          { path: ['mcp', NAME], value: { type: 'local', command: [command, ...args], enabled: true } },
          ...tools.map(tool => ({ path: ['tools', tool], value: false })),
        ]),
      ];
    },
    afterwards: ['opencode cannot show a question: what asks is refused, and says how you can answer.', BYPASS],
  },
  qwen: {
    title: 'Qwen Code',
    prefix: 'tg_',
    files: (place, line) => [
      jsonSettings(join(settingsFolder('qwen', place), 'settings.json'), [
        { path: ['mcpServers', NAME], value: { ...line, trust: true } },
        {
          path: ['permissions', 'deny'],
          words: words(
            'run_shell_command edit write_file read_file read_many_files glob grep_search list_directory web_fetch',
          ),
        },
      ]),
    ],
    afterwards: ['Qwen Code shows our tools to its model behind a search of its own.', BYPASS],
  },
};

export const findMcpHost = (name: string): McpHost | undefined =>
  Object.hasOwn(MCP_HOSTS, name) ? MCP_HOSTS[name as McpHostName] : undefined;
