import type { HostTrial } from './host-trial.ts';

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
