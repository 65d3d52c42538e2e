import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Host } from '../host.ts';
import { type HookLines, hookLines } from '../install/hook-lines.ts';
import type { HostTrial } from './host-trial.ts';
import { runHost, type TrialEnd } from './run-host.ts';

/** Ways in which a hook can fail: what stands in the place of ours. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  crashes: ['sh', '-c', 'exit 1'],
  'is killed': ['sh', '-c', 'kill -9 $$'],
  hangs: ['sh', '-c', 'sleep 60'],
  'is missing': ['/nonexistent/toolgate-hook'],
};

/** Ways in which a plugin can fail: its work before a call; a text loaded in its place; or ours, with no Toolgate. */
const PLUGINS: Readonly<Record<string, { body: string } | { text: string } | { start: readonly string[] } | 'none'>> = {
  throws: { body: "throw new Error('failed');" },
  hangs: { body: 'await new Promise(resolve => setTimeout(resolve, 600_000));' },
  'cannot be loaded': { text: "throw new Error('failed');\n" },
  'is missing': 'none',
  'finds no Toolgate': { start: ['/nonexistent/toolgate'] },
  'starts a Toolgate that hangs': { start: ['sh', '-c', 'sleep 60'] },
};

export interface FailureTrial {
  readonly way: string;
  /** Whether the call was blocked; undefined: the host did not come so far, so that nothing is known. */
  readonly blocks: boolean | undefined;
  readonly said?: string;
}

interface TryOptions {
  readonly host: Host;
  readonly program: string;
  readonly folder: string;
  readonly hasTimeout: boolean;
}

/** Runs the real host with hooks that fail, and looks whether the command that they were asked about was run. */
export async function* tryFailures({ host, program, folder, hasTimeout }: TryOptions): AsyncGenerator<FailureTrial> {
  for (const way of Object.keys(host.trial!.plugin ? PLUGINS : COMMANDS)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const base = mkdtempSync(join(folder, 'trial-'));
    try {
      const hook = host.trial!.plugin ? failingPlugin(host, way, base) : { program: COMMANDS[way]! };
      const lines = hookLines({ host: host.name, ...hook, guard: GUARD, hasTimeout });
      yield { way, ...(await tryOne(host, program, { base, lines })) };
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
}

/** Seconds. */
const GUARD = 3;
/** Milliseconds; a host whose plugin hangs waits for ever. */
const LONGEST = 180_000;
const QUIET = 20_000;

function failingPlugin(host: Host, way: string, base: string): { plugin?: string; program?: readonly string[] } {
  const how = PLUGINS[way]!;
  const plugin = join(base, 'plugin.mjs');
  if (how === 'none') return { plugin };
  if ('start' in how) return { program: how.start };
  writeFileSync(plugin, 'text' in how ? how.text : host.trial!.plugin!.failing(how.body));
  return { plugin };
}

async function tryOne(
  host: Host,
  program: string,
  { base, lines }: { base: string; lines: HookLines },
): Promise<Omit<FailureTrial, 'way'>> {
  const [home, project] = [join(base, 'home'), join(base, 'project')];
  for (const each of [home, project]) mkdirSync(each);
  const trial = host.trial!;
  const env = { HOME: home, ...trial.env({ home, project, url: '' }) };
  const file = host.config.file({ scope: 'user', root: project, env })!;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, host.config.install(trial.files({ home, project })[relative(home, file)], lines));
  const script = { steps: [{ calls: [trial.calls.shell('echo run > marker')] }, { text: 'Done.' }] };
  const end = await runHost({ trial, program, home, project, script, time: LONGEST, quiet: QUIET });
  if (existsSync(join(project, 'marker'))) return { blocks: false };
  return isBlocked(end, trial) ? { blocks: true } : { blocks: undefined, said: end.said };
}

/** Whether a call is blocked: the model is told so or has no tools, or the host waits for a plugin, or never starts. */
function isBlocked({ results, asked, offered, code, said }: TrialEnd, { plugin }: HostTrial): boolean {
  if (results.length > 0) return true;
  const waits = offered.length > 0 && code === null;
  const hasNoTools = asked > 0 && offered.length === 0 && code === 0;
  return plugin !== undefined && (waits || hasNoTools || plugin.refuses?.test(said) === true);
}
