import type { HostTrial } from './host-trial.ts';

export const geminiTrial: HostTrial = {
  package: '@google/gemini-cli',
  program: 'gemini',
  version: '0.61.0',
  // Its own settings hold the hooks; those of the system hold what a trial needs.
  files: () => ({
    'gemini-system.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  env: ({ url, home }) => ({
    GEMINI_CLI_HOME: home,
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${home}/gemini-system.json`,
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
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
