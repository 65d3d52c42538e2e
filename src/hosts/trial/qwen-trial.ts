import type { HostTrial } from './host-trial.ts';

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
