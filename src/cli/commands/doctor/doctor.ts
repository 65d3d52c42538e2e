import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { ConfigError } from '../../../config/config-error.ts';
import type { Settings } from '../../../config/load-settings.ts';
import type { SandboxFinding } from '../../../sandbox/port.ts';
import { isPostgresUrl, withoutSecrets } from '../../../store/postgres/place.ts';
import { stateFolder } from '../../../store/state-folder.ts';
import { createSyntaxChecker } from '../../../syntax/checker.ts';
import { saySize } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import { nodeProblem } from '../../../tool/loading/node-version.ts';
import { EXIT } from '../../exit-codes.ts';
import { errorText, StartError } from '../../failure.ts';
import type { CommonOptions } from '../../options.ts';
import { readSettings, terminalFor, withGate } from '../../session.ts';
import { table, toPrintableLine } from '../../terminal/terminal.ts';

interface Finding extends SandboxFinding {
  /** Whether something that people expect does not work without this part. */
  readonly needed: boolean;
  /** A finding that nobody should overlook, though nothing is broken. */
  readonly warns?: boolean;
}

async function tryModel(settings: Settings): Promise<Finding> {
  const { modelsFor } = await import('../../agents/model-for.ts');
  const found = { part: 'model', needed: false };
  try {
    const { name } = await modelsFor(settings)(undefined);
    return { ...found, ok: true, says: `${name}, for toolgate run and spawn_agent` };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...found, ok: false, says: error.message, next: error.suggestion };
  }
}

export async function doctor(options: CommonOptions): Promise<number> {
  const terminal = terminalFor(options);
  let settings: Settings | undefined;
  const config = await tryPart('config', async () => {
    settings = await readSettings(options);
    return describeConfig(settings);
  });
  const findings: readonly Finding[] = [
    node(),
    ...(settings ? [describeWorkspace(settings)] : []),
    config,
    ...(settings ? await trySettings(settings, options) : []),
    await tryPart('search', ripgrep),
    await tryPart('syntax check', checkSyntax),
    ...(settings ? [shell(settings)] : []),
    ...(await trySandbox(settings)),
    ...(settings ? (await import('./find-pack-parts.ts')).findPackParts(settings) : []),
  ];
  const failed = findings.some(finding => finding.needed && !finding.ok);
  if (options.json) terminal.json({ ok: !failed, findings });
  else terminal.result(table(findings.map(cells)));
  return failed ? EXIT.failed : EXIT.done;
}

function cells({ part, ok, says, next, needed, warns }: Finding): readonly string[] {
  const mark = needed ? 'BAD' : warns ? '!!' : '--';
  return [ok ? 'ok' : mark, part, toPrintableLine(next ? `${says.replace(/\.$/, '')}. ${next}` : says)];
}

const describeWorkspace = ({ workspace: { root, because } }: Settings): Finding => ({
  part: 'workspace',
  ok: true,
  says: `${root} (${because})`,
  needed: true,
});

async function trySettings(settings: Settings, options: CommonOptions): Promise<readonly Finding[]> {
  const { policy, warnings, mcpServers } = settings;
  const state = await tryPart('state', () => describeState(options));
  return [
    ...warnings.map(says => ({ part: 'warning', ok: false, says, needed: false })),
    { part: 'policy', ok: true, says: `${policy.name}: ${policy.capabilities.join(', ')}`, needed: true },
    state,
    await tryModel(settings),
    ...(state.ok && Object.keys(mcpServers).length > 0 ? await tryServers(options) : []),
  ];
}

async function tryPart(part: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { part, ok: true, says: await look(), needed: true };
  } catch (thrown) {
    const error = thrown instanceof StartError ? thrown.error : thrown;
    const next = error instanceof ConfigError || error instanceof ToolError ? error.suggestion : undefined;
    const says = errorText(error);
    return { part, ok: false, says, next, needed: true };
  }
}

function node(): Finding {
  const problem = nodeProblem(process.versions.node);
  return { part: 'node', ok: problem === undefined, says: problem ?? process.version, needed: true };
}

function describeConfig({ workspace, trusted, userConfigFile }: Settings): string {
  const own = existsSync(userConfigFile) ? `your own: ${userConfigFile}` : `none of your own (${userConfigFile})`;
  const { configFile } = workspace;
  if (!configFile) return `none of the project (toolgate init writes one); ${own}`;
  return `${configFile} (${trusted ? 'trusted' : 'not trusted: it only tightens'}); ${own}`;
}

async function describeState(options: CommonOptions): Promise<string> {
  return withGate({ ...options, input: false, quiet: true }, async ({ gate, settings }) => {
    const waiting = (await gate.approvals.list()).length;
    const letters = (await gate.store.deadLetters.list({ status: 'open' })).length;
    const pending = (await gate.workspace.pending.list()).length;
    const size = await gate.store.journal.size();
    const { disk } = gate.policy().limits;
    return [
      `${gate.store.kind} in ${placeOf(settings)} can be written`,
      `${saySize(size)} of ${Number.isFinite(disk) ? saySize(disk) : 'any size'} kept for undo`,
      `waiting approvals: ${waiting}`,
      `pending changes: ${pending}`,
      `dead letters: ${letters}`,
    ].join(', ');
  });
}

async function tryServers(options: CommonOptions): Promise<readonly Finding[]> {
  return withGate({ ...options, input: false, quiet: true }, async ({ mcpServers }) => {
    await mcpServers?.ready();
    return (mcpServers?.state() ?? []).map(({ name, tools, aside, problem, outside }) => ({
      part: `mcp ${name}`,
      ok: problem === undefined,
      says: [
        problem ?? `${tools.length} tools`,
        ...aside.map(({ tool, reason }) => `${tool} was set aside: ${reason}`),
        ...(outside ? ['it runs OUTSIDE of the sandbox, with all your rights ("sandbox": false)'] : []),
      ].join('; '),
      needed: false,
    }));
  });
}

async function ripgrep(): Promise<string> {
  const found = spawnSync(rgPath, ['--version'], { encoding: 'utf8' });
  if (found.status === 0) return found.stdout.split('\n')[0] ?? '';
  throw new ConfigError(found.error?.message ?? found.stderr, REINSTALL);
}

const REINSTALL = 'Install the packages again (npm ci, npm install).';

async function checkSyntax(): Promise<string> {
  const problems: string[] = [];
  const checker = createSyntaxChecker({ onFailure: failure => problems.push(failure.message) });
  const broken: Readonly<Record<string, string>> = { 'a.ts': 'const a = ;\n', 'a.py': 'def f(:\n' };
  try {
    for (const [path, text] of Object.entries(broken)) {
      const errors = await checker.newErrors({ path, before: undefined, after: new TextEncoder().encode(text) });
      if (errors.length === 0) throw new ConfigError(problems[0] ?? `a mistake in ${path} was not noticed`, REINSTALL);
    }
  } finally {
    checker.close();
  }
  return 'finds a mistake in TypeScript and in Python';
}

/**
 * Tries the sandbox where commands would run, for it depends on the file system too. A finding counts as a fault only
 * where the policy lets calls run programs in a sandbox.
 */
async function trySandbox(settings: Settings | undefined): Promise<Finding[]> {
  const runs = settings?.policy.capabilities.includes('execute') ?? false;
  const isOff = settings?.policy.sandbox === 'off';
  let folder: string | undefined;
  try {
    folder = settings ? join(folderOf(settings), 'sandbox') : mkdtempSync(join(tmpdir(), 'toolgate-doctor-'));
    const { createSandbox } = await import('../../../sandbox/create-sandbox.ts');
    const { findings } = await createSandbox({ env: process.env, folder });
    if (isOff && runs) {
      const { OFF } = await import('../../../sandbox/plain/create-unsandboxed.ts');
      return [{ ...OFF, needed: false, warns: true }, ...findings.slice(0, 1).map(asPossible)];
    }
    // Without an overlay commands still run, and undo still covers them.
    return findings.map(finding => ({ ...finding, needed: runs && finding.part === 'sandbox' }));
  } catch (error) {
    const says = `it could not be tried: ${errorText(error)}`;
    const next = error instanceof ToolError ? error.suggestion : 'Make the state folder writable for this user.';
    return [{ part: 'sandbox', ok: false, says, next, needed: runs }];
  } finally {
    if (!settings && folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** The sandbox that a person would have who took "off" out of the policy. */
const asPossible = ({ ok, says: said, next }: SandboxFinding): Finding => {
  const says = ok ? `not used, though ${said}` : `there is none: ${said}`;
  return { part: 'sandbox here', ok: false, says, next, needed: false };
};

const folderOf = ({ store, workspace }: Settings): string =>
  store && store !== 'memory' && !isPostgresUrl(store)
    ? dirname(resolve(store))
    : stateFolder(workspace.root, process.env);

/** The place of the store, without the password. */
const placeOf = ({ store, workspace }: Settings): string =>
  store === undefined ? stateFolder(workspace.root, process.env) : withoutSecrets(store);

/** The shell that commands run in, or that the policy allows none, so that nobody looks for one in vain. */
function shell({ policy, packs }: Settings): Finding {
  const found = { part: 'shell', needed: false };
  if (!policy.capabilities.includes('execute')) {
    const next = 'For bash and run_code: --policy privileged, or set it in your config.';
    return { ...found, ok: false, says: `the policy ${policy.name} runs no commands`, next };
  }
  if (packs && !packs.includes('shell'))
    return { ...found, ok: false, says: 'the chosen packs leave it out', next: 'Add "shell" to "packs".' };
  const asks = policy.sandbox === 'off' ? 'every command asks' : 'dangerous commands ask';
  return { ...found, ok: true, says: `bash is there; ${asks}` };
}
