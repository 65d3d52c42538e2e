import type { HostTrial } from './host-trial.ts';
import { patchEdits, patchWrites } from './patch-calls.ts';

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
