import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { stateFolder } from '../../store/state-folder.ts';
import { createSyntaxChecker } from '../../syntax/checker.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { settingsFor, terminalFor, withGate } from '../session.ts';
import { table } from '../terminal.ts';

interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly says: string;
  /** What to do about it. */
  readonly next?: string;
  /** Without it something that people expect does not work. */
  readonly needed: boolean;
}

/** What works on this machine, and what to install for the rest. */
export async function doctor(options: CommonOptions): Promise<number> {
  const terminal = terminalFor(options);
  const settings = await settingsFor(options, terminal);
  const { root, because } = settings.workspace;
  const findings: Finding[] = [
    { part: 'node', ok: true, says: process.version, needed: true },
    { part: 'workspace', ok: true, says: `${root} (${because})${settings.trusted ? ', trusted' : ''}`, needed: true },
    { part: 'policy', ok: true, says: settings.policy.name, needed: true },
    await tryPart('state', async () => stateFolder(root, process.env)),
    await tryPart('store', () =>
      withGate(
        { ...options, input: false, quiet: true },
        async ({ gate }) =>
          `${gate.store.kind}, ${(await gate.store.calls.list({ limit: 1000 })).length} recent calls, ${await gate.store.journal.size()} bytes of images`,
      ),
    ),
    await tryPart('ripgrep', async () => {
      const found = spawnSync(rgPath, ['--version'], { encoding: 'utf8' });
      if (found.status !== 0) throw new Error(found.error?.message ?? found.stderr);
      return found.stdout.split('\n')[0] ?? '';
    }),
    await tryPart('syntax check', checkSyntax),
    sandbox(),
  ];
  const failed = findings.some(finding => finding.needed && !finding.ok);
  if (options.json) terminal.result(JSON.stringify({ ok: !failed, findings }));
  else
    terminal.result(
      table(findings.map(({ part, ok, says, next }) => [ok ? 'ok' : '--', part, next ? `${says}. ${next}` : says])),
    );
  return failed ? EXIT.failed : EXIT.done;
}

async function tryPart(part: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { part, ok: true, says: await look(), needed: true };
  } catch (error) {
    return { part, ok: false, says: error instanceof Error ? error.message : String(error), needed: true };
  }
}

async function checkSyntax(): Promise<string> {
  const broken = new TextEncoder().encode('def f(:\n');
  const problems: string[] = [];
  const checker = createSyntaxChecker({ onFailure: failure => problems.push(failure.message) });
  const errors = await checker.newErrors({ path: 'a.py', before: undefined, after: broken });
  checker.close();
  if (errors.length === 0) throw new Error(problems[0] ?? 'a broken file was not noticed');
  return 'works';
}

/** Only needed once a shell is allowed; told all the same. */
function sandbox(): Finding {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'bwrap'))
    .find(isExecutable);
  if (found) return { part: 'sandbox', ok: true, says: found, needed: false };
  const next = existsSync('/etc/debian_version')
    ? 'Install it with: apt-get install bubblewrap'
    : 'Install bubblewrap with your package manager';
  return { part: 'sandbox', ok: false, says: 'bubblewrap is not there', next, needed: false };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
