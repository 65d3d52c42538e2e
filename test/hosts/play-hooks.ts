// Plays a host whose hooks are commands: hands them the events that were recorded, and does with the answers what the host
// does. Standard input: the host, our programs and the exchanges; standard output: what the model is told.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from '../../src/hosts/host.ts';
import { findHost } from '../../src/hosts/hosts.ts';
import { type RecordedExchange, readAnswer } from './recording.ts';

interface Played {
  readonly host: string;
  readonly programs: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** Does what the host does with an answer; gives what its model is told, undefined where that comes with a later event. */
async function actOn(host: Host, { event: raw, verdict }: RecordedExchange, answer: Ended) {
  if (answer.code !== 0) return answer.stderr;
  const said = readAnswer(answer.stdout);
  if (said?.verdict !== verdict)
    throw new Error(`The answer is ${said?.verdict}, and was ${verdict} with the host: ${answer.stdout}`);
  // Nobody sits at a host in a recording.
  if (said?.verdict === 'deny' || said?.verdict === 'ask') return String(said.reason);
  const event = host.readEvent(raw, {});
  if (event.kind !== 'before') return undefined;
  const deed = host.deedOf(event.tool, event.input, { cwd: event.cwd, env: process.env });
  const command = host.shell === 'own' && deed.kind === 'shell' ? deed.command : said?.command;
  if (command === undefined) return undefined;
  const ran = await run('bash', ['-c', command], { cwd: event.cwd });
  return `${ran.code === 0 ? '' : `Exit code ${ran.code}\n`}${ran.stdout}${ran.stderr}`;
}

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
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

function run(program: string, args: readonly string[], { cwd, env, input = '' }: RunIn): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // As hosts do it: what ends their own group does not reach what they have started.
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, detached: true });
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

const { host: name, programs, exchanges } = JSON.parse(readFileSync(0, 'utf8')) as Played;
const host = findHost(name)!;
const results: string[] = [];
for (const exchange of exchanges) {
  const { phase, event, env, files = {} } = exchange;
  for (const [path, text] of Object.entries(files)) put(path, text);
  const hook = [join(programs, 'hook.cjs'), host.name, phase];
  const answer = await run(process.execPath, hook, { env, input: JSON.stringify(event) });
  const told = phase === 'before' ? await actOn(host, exchange, answer) : undefined;
  if (told !== undefined) results.push(told);
}
process.stdout.write(JSON.stringify(results));
process.exit(0);
