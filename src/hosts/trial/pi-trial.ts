import { readProgram } from '../../tool/loading/read-program.ts';
import type { HostTrial } from './host-trial.ts';

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
