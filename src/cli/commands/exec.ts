import { config } from 'zod';
import { ConfigError } from '../../config/config-error.ts';
import type { Settings } from '../../config/load-settings.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import { ToolError, toFailure } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CliAgents } from '../agents/agents-for.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { UsageError } from '../failure.ts';
import { type BadLine, type JsonlCall, type JsonlLine, readCalls } from '../input/jsonl.ts';
import { readArgs } from '../input/read-args.ts';
import { readUntil } from '../input/standard-input.ts';
import type { CommonOptions } from '../options.ts';
import { sayLeftOut } from '../output/explain-left-out.ts';
import { outcomeJson } from '../output/outcome-line.ts';
import { type CliSession, terminalFor, withGate } from '../session.ts';
import { isTerminal, outputGone } from '../terminal/streams.ts';
import { printable } from '../terminal/terminal.ts';

export interface CallCommandOptions extends CommonOptions {
  readonly args?: string;
  readonly jsonl?: boolean;
}

type ExecOptions = CallCommandOptions & { readonly background?: boolean };

export async function exec(tool: string | undefined, options: ExecOptions): Promise<number | undefined> {
  checkBackground(options);
  const name = requireToolName(tool, options);
  if (name === undefined) return withGate({ ...options, input: false }, runLines);
  const args = await readArgs(options.args, terminalFor(options));
  if (options.background) {
    const submit = (session: CliSession) => submitOne(session, { name, args }, options);
    // A person who may start no agent may still hand over a call.
    return withGate(options, submit, async settings => ({ agents: await agentsOf(settings) }));
  }
  // A single call checks each schema once, so zod need not compile it.
  config({ jitless: true });
  return withGate(options, session => runOne(session, { name, args }, options), { finishIndex: true });
}

/** Refuses options that a worker would not keep to: they must not be promised. */
function checkBackground({ background, plan, jsonl, yes, role }: ExecOptions): void {
  if (!background) return;
  if (role === 'worker') throw new ConfigError('--background has no --role: a handed-over call is made as it is');
  if (plan) throw new ConfigError('--background has no --plan: a worker makes the call for real');
  if (jsonl) throw new ConfigError('--background takes one call, and --jsonl is for many');
  if (yes) throw new ConfigError('--background has no --yes: what the worker asks is answered with toolgate approvals');
}

/** The tool's name; undefined with --jsonl, where the lines name the tools. */
export function requireToolName(tool: string | undefined, { jsonl, args }: CallCommandOptions): string | undefined {
  if (jsonl && (tool !== undefined || args !== undefined))
    throw new ConfigError(`--jsonl takes the tools and their arguments from its lines, not from the command line`);
  if (!jsonl && tool === undefined)
    throw new ConfigError('Which tool?', 'Name one (toolgate tools lists them), or give --jsonl.');
  return tool;
}

async function runOne(session: CliSession, call: CallRequest, options: ExecOptions): Promise<number> {
  const { gate, terminal, abort, settings } = session;
  await showLazy(session, call.name);
  const live = isTerminal(1) && !options.json ? await liveOutput(session, call.name) : undefined;
  const endProgress = !live && isTerminal(2) && !options.json ? await liveProgress(session) : undefined;
  const outcome = sayLeftOut(await gate.execute(call, { abort }), call.name, settings);
  endProgress?.();
  if (options.json) terminal.lastResult(JSON.stringify(outcomeJson(outcome)));
  else if (!outcome.ok) terminal.problem(printable(outcome.output));
  else if (live) terminal.result(live.rest(outcome));
  else terminal.lastResult(isTerminal(1) ? printable(outcome.output) : outcome.output);
  const { changes, job } = outcome.metadata;
  if (job !== undefined)
    terminal.note('A job in the background ends with this command. With exec --jsonl it runs until the input ends.');
  if (options.plan && outcome.ok && Array.isArray(changes) && changes.length > 0)
    terminal.note('Planned, not written. See it with: toolgate plan; write it with: toolgate plan apply');
  return exitCodeOf(outcome);
}

/** The agents of the config; their code is loaded for a call that is handed over alone. */
const agentsOf = async (settings: Settings): Promise<CliAgents> =>
  (await import('../agents/agents-for.ts')).agentsFor(settings);

async function submitOne(
  { gate, agents, terminal }: CliSession,
  call: CallRequest,
  options: ExecOptions,
): Promise<undefined> {
  const { needsPostgres } = await import('../../workers/connect-workers.ts');
  const { areWorkersThere } = await import('../../workers/workers-there.ts');
  if (gate.store.sharedAs === undefined) throw new UsageError(needsPostgres());
  const workers = await agents!.workers();
  const [id] = await workers.submit(gate, [call]);
  if (options.json) terminal.json({ run: id });
  else terminal.result(String(id));
  terminal.note(`See it with: toolgate runs show ${id}`);
  if (!(await areWorkersThere(gate.store))) terminal.note('It waits for a worker. Start one with: toolgate worker');
}

/** Makes ready a tool that comes when it is asked for: a person who names it need not be shown its schema first. */
async function showLazy({ gate }: CliSession, name: string): Promise<void> {
  if (gate.registry.find(name)) return;
  // The call itself will say what is wrong with the tool's source.
  await gate.registry.show(name).catch(() => {});
}

async function liveOutput(session: CliSession, tool: string) {
  const { showLive } = await import('../output/live-output.ts');
  return showLive(session, tool, process.stdout);
}

async function liveProgress(session: CliSession) {
  const { showProgress } = await import('../output/live-progress.ts');
  return showProgress(session);
}

/** The most calls of one turn that are under way; the next lines wait to be read. */
const MOST_RUNNING = 256;

/** Each line is answered by one line, in order. Lines of a turn run side by side; a new turn waits for the last one. */
async function runLines({ gate, terminal, abort, settings }: CliSession): Promise<number> {
  let failed = false;
  let printed: Promise<void> = Promise.resolve();
  let turn: number | undefined;
  let queue: ReturnType<typeof gate.queue> | undefined;
  const running = new Set<Promise<unknown>>();
  const print = (line: Promise<Record<string, unknown>>) => {
    printed = Promise.all([line, printed]).then(([value]) => {
      if (value.ok === false) failed = true;
      terminal.result(JSON.stringify(value));
    });
    const done: Promise<unknown> = line.finally(() => running.delete(done)).catch(() => {});
    running.add(done);
  };
  const start = async (call: JsonlCall) => {
    if (!queue || call.turn === undefined || call.turn !== turn) {
      await Promise.all(running);
      turn = call.turn;
      queue = gate.queue({ abort, turn });
    }
    while (running.size >= MOST_RUNNING) await Promise.race(running);
    const outcome = queue.add({ id: call.id, name: call.tool, args: call.args });
    print(outcome.then((given: Outcome) => outcomeJson(sayLeftOut(given, call.tool, settings))));
  };
  await readUntil(AbortSignal.any([abort, outputGone]), terminal, async input => {
    for await (const line of readCalls(input) as AsyncIterable<JsonlLine>) {
      if ('problem' in line) print(Promise.resolve(badLine(line)));
      else await start(line.call);
    }
  });
  await printed;
  if (abort.aborted) return EXIT.interrupted;
  return failed || outputGone.aborted ? EXIT.failed : EXIT.done;
}

export function badLine({ id, problem }: BadLine): Record<string, unknown> {
  const suggestion = 'Send {"id":1,"tool":"read_file","args":{"path":"README.md"}}.';
  return { id, ok: false, error: toFailure(new ToolError('INVALID_ARGUMENTS', problem, { suggestion })) };
}
