import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleClients, bundleProgram, ROOT } from '../scripts/bundle/bundle.ts';
import type * as OpencodePlugin from '../src/hosts/client/opencode-plugin.ts';
import type * as PiExtension from '../src/hosts/client/pi-extension.ts';
import { hookPlace } from '../src/hosts/client/place.ts';

const ROUNDS = 41;

/** What a hooked shell call costs where Toolgate is warm: the hook, and the command in its place, beside the plain one. */
export async function measureHooks(): Promise<void> {
  const programs = join(ROOT, 'node_modules/.cache/toolgate-bench');
  mkdirSync(programs, { recursive: true });
  await bundleProgram({ dist: programs, minify: true });
  await bundleClients({ dist: programs, minify: true });
  writeFileSync(join(programs, 'package.json'), '{ "type": "module" }');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-bench-')));
  const [project, home] = [join(folder, 'p'), join(folder, 'h')];
  for (const each of [project, home]) mkdirSync(each);
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, 's'), XDG_CONFIG_HOME: join(home, 'c') };
  const times: Record<string, number[]> = {};
  const timed = (name: string, program: string, args: readonly string[], input = '') => {
    const begun = performance.now();
    const ran = spawnSync(program, args, { cwd: project, env, input, encoding: 'utf8' });
    times[name] ??= [];
    times[name].push(performance.now() - begun);
    if (ran.status !== 0) throw new Error(ran.stderr);
    return ran.stdout;
  };
  const hook = [process.execPath, join(programs, 'hook.cjs')];
  // As `hook install` writes it where there is Perl.
  const quick = ['perl', join(programs, 'assets/client-hook.pl'), ...hook, 'claude', 'before'];
  const hookLine = `PERL_BADLANG=0 timeout 570 ${quick.join(' ')} || exit 2 # toolgate-hook`;
  const command = 'true';
  for (let round = 0; round < ROUNDS; round++) {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 'bench',
      cwd: project,
      tool_name: 'Bash',
      tool_use_id: `call-${round}`,
      tool_input: { command },
    };
    timed('node -e 0', process.execPath, ['-e', '0']);
    timed('the plain command', 'bash', ['-c', command]);
    const answer = timed('the hook', 'sh', ['-c', hookLine], JSON.stringify(event));
    const line: string = JSON.parse(answer).hookSpecificOutput.updatedInput.command;
    // After it no hook is started, for the command in its place tells its own end.
    timed('the command in its place', 'bash', ['-c', line]);
  }
  await measurePlugins({ programs, project, env, command });
  process.kill(Number(readFileSync(join(hookPlace(project, env).folder, 'pid'), 'utf8')), 'SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  for (const [word, of] of [
    ['median', median],
    ['least', (all: readonly number[]) => Math.min(...all)],
  ] as const) {
    const [node, plain, hook, placed] = Object.values(times).map(of) as [number, number, number, number];
    console.log(`${word}:`);
    for (const [name, all] of Object.entries(times)) console.log(`  ${name.padEnd(26)} ${of(all).toFixed(1)} ms`);
    console.log(`  the hook is ${(hook / node).toFixed(2)} times node -e 0`);
    console.log(`  added to a shell call: ${(hook + placed - plain).toFixed(1)} ms`);
  }
}

interface Place {
  readonly programs: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly command: string;
}

type Ask = (input: { command: string }, round: number) => Promise<unknown>;

/** The same where the host loads a plugin: there is no hook to start. The Toolgate is the one that runs already. */
async function measurePlugins({ programs, project, env, command }: Place): Promise<void> {
  Object.assign(process.env, env);
  const run = (line: string) => spawnSync('bash', ['-c', line], { cwd: project, env });
  for (const [host, load] of Object.entries(PLUGINS)) {
    const ask = await load(programs, project);
    const added: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      run(command);
      const plain = performance.now() - begun;
      const input = { command };
      const asked = performance.now();
      await ask(input, round);
      run(input.command);
      added.push(performance.now() - asked - plain);
    }
    console.log(
      `added to a shell call of ${host}: ${median(added).toFixed(1)} ms, least ${Math.min(...added).toFixed(1)} ms`,
    );
  }
}

const PLUGINS: Readonly<Record<string, (programs: string, project: string) => Promise<Ask>>> = {
  async opencode(programs, directory) {
    const { toolgate } = (await import(join(programs, 'opencode-plugin.js'))) as typeof OpencodePlugin;
    const hooks = await toolgate({ directory }, {});
    return (args, round) =>
      hooks['tool.execute.before']({ tool: 'bash', sessionID: 'bench', callID: `call-${round}` }, { args });
  },
  async pi(programs, cwd) {
    const { piExtension } = (await import(join(programs, 'pi-extension.js'))) as typeof PiExtension;
    const handlers = new Map<string, (event: never, context: object) => Promise<unknown>>();
    piExtension({})({ on: (name, handler) => void handlers.set(name, handler as never) });
    const context = { cwd, sessionManager: { getSessionId: () => 'bench' } };
    return (input, round) =>
      handlers.get('tool_call')!({ toolName: 'bash', toolCallId: `call-${round}`, input } as never, context);
  },
};

/** Without the first, which starts Toolgate. */
const median = (times: readonly number[]): number => times.slice(2).sort((a, b) => a - b)[(times.length - 2) >> 1]!;
