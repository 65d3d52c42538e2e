import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openConformanceServer } from '../../../conformance/server.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';

const SUITE = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      said += chunk;
    });
  }
  return new Promise(resolve => child.on('close', code => resolve({ code, said })));
}

/** A few that say much; `npm run conformance` runs all of them. */
it.each([
  ['2025-11-25', 'tools-call-elicitation'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'input-required-result-multiple-input-requests'],
  ['2026-07-28', 'input-required-result-tampered-state'],
  ['2026-07-28', 'tasks-required-task-error'],
])('the official suite of %s is content: %s', async (revision, scenario) => {
  const server = await openConformanceServer();
  onTestFinished(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-conformance-'));
  onTestFinished(() => removeTree(folder));
  const scope = ['--scenario', scenario, '--spec-version', revision, '--force'];
  const { code, said } = await run(['server', '--url', `${server.url}/mcp`, ...scope, '-o', folder]);
  expect({ code, said }).toMatchObject({ code: 0 });
});
