import { readProgram } from '../../tool/loading/read-program.ts';
import type { HostTrial } from './host-trial.ts';
import type { StubCall } from './protocols/protocol.ts';

/** Calls of `apply_patch`, which several hosts give to models of OpenAI: its input is free text. */
const patchWrites = (path: string, content: string): StubCall =>
  patch(
    `*** Add File: ${path}`,
    ...content
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`),
  );

const patchEdits = (path: string, line: string, other: string): StubCall =>
  patch(`*** Update File: ${path}`, '@@', `-${line}`, `+${other}`);

const patch = (...lines: readonly string[]): StubCall => ({
  tool: 'apply_patch',
  args: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'),
});

export const claudeTrial: HostTrial = {
  package: '@anthropic-ai/claude-code',
  program: 'claude',
  version: '2.1.328',
  files: () => ({}),
  env: ({ url, home }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  // The tools that the host itself would ask about are allowed, so that only the hook can refuse.
  args: prompt => ['-p', prompt, '--allowedTools', 'Bash', 'Write', 'Edit', 'NotebookEdit', 'Read', 'WebFetch'],
  calls: {
    shell: command => ({ tool: 'Bash', args: { command, description: 'scripted' } }),
    write: (file_path, content) => ({ tool: 'Write', args: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({ tool: 'Edit', args: { file_path, old_string, new_string } }),
    read: file_path => ({ tool: 'Read', args: { file_path } }),
    agent: prompt => ({
      tool: 'Agent',
      args: { description: 'below', prompt, subagent_type: 'general-purpose', run_in_background: false },
    }),
  },
};

export const codexTrial: HostTrial = {
  package: '@openai/codex',
  program: 'codex',
  version: '0.169.0',
  files: () => ({
    '.codex/config.toml': [
      // The model is one that is given the tool for patches.
      ...['model = "gpt-5.5"', 'model_provider = "stub"', 'check_for_update_on_startup = false'],
      ...['[analytics]', 'enabled = false'],
      ...['[model_providers.stub]', 'name = "stub"', 'wire_api = "responses"'],
      ...['env_key = "STUB_KEY"', 'supports_websockets = false', ''],
    ].join('\n'),
  }),
  env: ({ home }) => ({ CODEX_HOME: `${home}/.codex`, STUB_KEY: 'none' }),
  args: (prompt, { url }) => [
    ...['-c', `model_providers.stub.base_url="${url}/v1"`],
    ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access'],
    prompt,
  ],
  calls: { shell: cmd => ({ tool: 'exec_command', args: { cmd } }), write: patchWrites, edit: patchEdits },
};

export const copilotTrial: HostTrial = {
  package: '@github/copilot',
  program: 'copilot',
  version: '1.0.102',
  files: () => ({}),
  env: ({ url, home }) => ({
    COPILOT_HOME: `${home}/.copilot`,
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'stub',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  args: prompt => ['-p', prompt, '--allow-all-tools'],
  lacks: { newFolders: 'its tool for new files makes no folders' },
  others: { env: { COPILOT_MODEL: 'gpt-5.5' }, write: patchWrites, edit: patchEdits },
  calls: {
    shell: command => ({ tool: 'bash', args: { command, description: 'scripted' } }),
    write: (path, file_text) => ({ tool: 'create', args: { path, file_text } }),
    edit: (path, old_str, new_str) => ({ tool: 'edit', args: { path, old_str, new_str } }),
    read: path => ({ tool: 'view', args: { path } }),
    agent: prompt => ({
      tool: 'task',
      args: { agent_type: 'general-purpose', description: 'below', name: 'below', prompt },
    }),
  },
};

export const geminiTrial: HostTrial = {
  package: '@google/gemini-cli',
  program: 'gemini',
  version: '0.61.0',
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  // For a model by a key alone the host takes the address from variables only where its settings, with the hooks, name
  // that way to sign in; settings of the system must be root's. For Vertex AI it takes both.
  env: ({ url, home }) => ({
    GEMINI_CLI_HOME: home,
    GOOGLE_GENAI_USE_VERTEXAI: 'true',
    GOOGLE_API_KEY: 'none',
    GOOGLE_VERTEX_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  args: prompt => ['-p', prompt, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo'],
  lacks: { agentNames: 'its events do not say which agent makes a call' },
  calls: {
    shell: command => ({ tool: 'run_shell_command', args: { command, description: 'scripted' } }),
    write: (file_path, content) => ({ tool: 'write_file', args: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({
      tool: 'replace',
      args: { file_path, old_string, new_string, instruction: 'scripted' },
    }),
    read: file_path => ({ tool: 'read_file', args: { file_path } }),
    agent: prompt => ({ tool: 'invoke_agent', args: { agent_name: 'generalist', prompt } }),
  },
};

const provider = (url: string) => ({
  npm: '@ai-sdk/openai-compatible',
  name: 'stub',
  options: { baseURL: `${url}/v1`, apiKey: 'none' },
  models: { stub: { name: 'stub' } },
});

export const opencodeTrial: HostTrial = {
  package: 'opencode-ai',
  program: 'opencode',
  version: '1.18.33',
  files: () => ({}),
  env: ({ url, home }) => ({
    XDG_CONFIG_HOME: `${home}/config`,
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      model: 'stub/stub',
      small_model: 'stub/stub',
      provider: { stub: provider(url) },
    }),
    OPENCODE_DISABLE_AUTOUPDATE: 'true',
    OPENCODE_DISABLE_MODELS_FETCH: 'true',
    OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: 'true',
  }),
  args: prompt => ['run', '-m', 'stub/stub', prompt],
  calls: {
    shell: command => ({ tool: 'bash', args: { command, description: 'scripted' } }),
    write: (filePath, content) => ({ tool: 'write', args: { filePath, content } }),
    edit: (filePath, oldString, newString) => ({ tool: 'edit', args: { filePath, oldString, newString } }),
    read: filePath => ({ tool: 'read', args: { filePath } }),
    agent: prompt => ({ tool: 'task', args: { description: 'below', prompt, subagent_type: 'general' } }),
  },
  lacks: { exitCodes: 'opencode does not tell them' },
  // Two runs at once both make the tables of a new home.
  again: /database is locked|Failed query:\s+CREATE/,
  config: '{ "username": "me", // mine\n  "permission": {"webfetch":"ask"} }',
  plugin: {
    failing: body => `export const plugin = async () => ({ 'tool.execute.before': async () => { ${body} } });\n`,
  },
};

const PROVIDER = readProgram(new URL('./pi-stub.mjs', import.meta.url));

export const piTrial: HostTrial = {
  package: '@earendil-works/pi-coding-agent',
  program: 'pi',
  version: '0.87.1',
  files: () => ({ '.pi/stub.js': PROVIDER }),
  env: ({ url }) => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0', STUB_URL: url }),
  args: (prompt, { home }) => [...['-p', '-e', `${home}/.pi/stub.js`, '--provider', 'stub', '--model', 'stub'], prompt],
  calls: {
    shell: command => ({ tool: 'bash', args: { command } }),
    write: (path, content) => ({ tool: 'write', args: { path, content } }),
    edit: (path, oldText, newText) => ({ tool: 'edit', args: { path, edits: [{ oldText, newText }] } }),
    read: path => ({ tool: 'read', args: { path } }),
  },
  config: 'export default () => {};\n',
  configName: 'mine.js',
  plugin: {
    failing: body => `export const piExtension = () => pi => pi.on('tool_call', async () => { ${body} });\n`,
    refuses: /Failed to load extension/,
  },
};

export const qwenTrial: HostTrial = {
  package: '@qwen-code/qwen-code',
  program: 'qwen',
  version: '0.24.4',
  files: () => ({}),
  env: ({ url, home }) => ({
    QWEN_HOME: `${home}/.qwen`,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'stub',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  }),
  args: prompt => ['-p', prompt, '--auth-type', 'openai', '--approval-mode', 'yolo'],
  // The host writes a config without a version anew.
  config: '{ "$version": 4, "hooks": { "Stop": [ {"hooks":[{"type":"command","command":"true"}]} ] } }',
  calls: {
    shell: command => ({ tool: 'run_shell_command', args: { command, is_background: false } }),
    write: (file_path, content) => ({ tool: 'write_file', args: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({ tool: 'edit', args: { file_path, old_string, new_string } }),
    read: file_path => ({ tool: 'read_file', args: { file_path } }),
    agent: prompt => ({
      tool: 'agent',
      args: { subagent_type: 'general-purpose', description: 'below', prompt, run_in_background: false },
    }),
  },
};
