import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostWorld, TurnPlayer } from './host-world.ts';
import { fromRecorded, type RecordedExchange, readAnswer } from './recording.ts';

/** Plays turns as they were recorded: the same events reach the hook, and what it answers is done as the host did it. */
export const recordedPlayer =
  (turns: readonly (readonly RecordedExchange[])[]): TurnPlayer =>
  async (world, { meanwhile }, number) => {
    const exchanges = fromRecorded(turns[number] ?? [], world);
    const play = world.host.trial!.plugin ? playPlugin : playAll;
    const [results] = await Promise.all([play(world, exchanges), meanwhile?.()]);
    return results;
  };

/** A plugin runs in a process of its own, as in its host. */
async function playPlugin({ host, config, project, env }: HostWorld, exchanges: readonly RecordedExchange[]) {
  const input = JSON.stringify({ host: host.name, config, exchanges });
  const driver = join(import.meta.dirname, 'plugins/play-plugin.ts');
  const ended = await run(process.execPath, [driver], { cwd: project, env: env(), input });
  if (ended.code !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout) as readonly string[];
}

async function playAll(world: HostWorld, exchanges: readonly RecordedExchange[]): Promise<readonly string[]> {
  const results: string[] = [];
  for (const exchange of exchanges) {
    for (const [path, text] of Object.entries(exchange.files ?? {})) put(path, text);
    const answer = await askHook(world, exchange);
    if (exchange.phase !== 'before') continue;
    const told = await actOn(world, exchange, answer);
    if (told !== undefined) results.push(told);
  }
  return results;
}

/** Does what the host does with an answer; gives what its model is told, undefined where that comes with a later event. */
async function actOn({ host, env }: HostWorld, { event: raw, verdict }: RecordedExchange, answer: Ended) {
  if (answer.code !== 0) return answer.stderr;
  const said = readAnswer(answer.stdout);
  if (said?.verdict !== verdict)
    throw new Error(`The answer is ${said?.verdict}, and was ${verdict} with the host: ${answer.stdout}`);
  // Nobody sits at a host in a recording.
  if (said?.verdict === 'deny' || said?.verdict === 'ask') return String(said.reason);
  const event = host.readEvent(raw, {});
  if (event.kind !== 'before') return undefined;
  const deed = host.deedOf(event.tool, event.input, { cwd: event.cwd, env: env() });
  const command = host.shell === 'own' && deed.kind === 'shell' ? deed.command : said?.command;
  if (command === undefined) return undefined;
  const ran = await run('bash', ['-c', command], { cwd: event.cwd, env: env() });
  return `${ran.code === 0 ? '' : `Exit code ${ran.code}\n`}${ran.stdout}${ran.stderr}`;
}

const askHook = ({ host, programs, env, project }: HostWorld, { phase, event, env: told }: RecordedExchange) =>
  run(process.execPath, [join(programs, 'hook.cjs'), host.name, phase], {
    cwd: project,
    env: { ...env(), ...told },
    input: JSON.stringify(event),
  });

function put(path: string, text: string | null): void {
  mkdirSync(dirname(path), { recursive: true });
  if (text === null) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunIn {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

function run(program: string, args: readonly string[], { cwd, env, input = '' }: RunIn): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...env } });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (piece: string) => {
        said[name] += piece;
      });
    child.once('error', reject);
    child.once('close', code => resolve({ code, ...said }));
    // One that has its answer without reading closes this.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
