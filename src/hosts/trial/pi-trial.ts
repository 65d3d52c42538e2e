import type { HostTrial } from './host-trial.ts';

/** The model by an extension: two runs share a home, and each has its own. */
const PROVIDER = `export default pi =>
  pi.registerProvider('stub', {
    baseUrl: process.env.STUB_URL + '/v1',
    apiKey: 'none',
    api: 'openai-completions',
    models: [{
      id: 'stub', name: 'stub', reasoning: false, input: ['text'], contextWindow: 100000, maxTokens: 4000,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    }],
  });
`;

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
