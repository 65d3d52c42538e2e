import { existsSync } from 'node:fs';
import { readSettings } from './session.ts';
import { table, toPrintableLine } from './terminal/terminal.ts';

export async function describePlace(): Promise<string> {
  try {
    const { workspace, policy, trusted, userConfigFile, warnings } = await readSettings({ input: false });
    const trust = trusted ? 'trusted' : 'not trusted: it only tightens';
    return [
      table([
        ['Workspace', `${toPrintableLine(workspace.root)} (${workspace.because})`],
        [
          'Config',
          workspace.configFile
            ? `${toPrintableLine(workspace.configFile)} (${trust})`
            : 'none; toolgate init writes one',
        ],
        ['Your own', `${existsSync(userConfigFile) ? '' : 'none; it would be '}${toPrintableLine(userConfigFile)}`],
        ['Policy', `${policy.name}: ${policy.capabilities.join(', ')}`],
      ]),
      ...warnings.map(warning => `warning: ${toPrintableLine(warning)}`),
    ].join('\n');
  } catch (error) {
    return `Config: ${error instanceof Error ? toPrintableLine(error.message) : error}`;
  }
}
