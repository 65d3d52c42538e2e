import type { HostTrial } from './host-trial.ts';

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
