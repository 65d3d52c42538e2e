import type { HostTrial } from './host-trial.ts';
import { patchEdits, patchWrites } from './patch-calls.ts';

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
