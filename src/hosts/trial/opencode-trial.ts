import type { HostTrial } from './host-trial.ts';

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
      ...{ autoupdate: false, share: 'disabled', model: 'stub/stub', small_model: 'stub/stub' },
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
