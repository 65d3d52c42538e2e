import { readFileSync } from 'node:fs';
import type { CallRequest } from '../../pipeline/call.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { readCalls } from '../jsonl.ts';
import type { CommonOptions } from '../options.ts';
import { outcomeJson } from '../outcome-line.ts';
import { type CliSession, withGate } from '../session.ts';
import { printable } from '../terminal.ts';

export interface ExecOptions extends CommonOptions {
  readonly args?: string;
  readonly jsonl?: boolean;
  readonly plan?: boolean;
}

/** Runs one call, or one for each line of standard input. */
export function exec(tool: string | undefined, options: ExecOptions): Promise<number> {
  const extra = options.plan ? { mode: 'plan' as const } : {};
  if (options.jsonl) return withGate({ ...options, input: false }, runLines, extra);
  return withGate(
    options,
    session => runOne(session, { name: tool ?? '', args: readArgs(options.args) }, options),
    extra,
  );
}

async function runOne({ gate, terminal, abort }: CliSession, call: CallRequest, options: ExecOptions): Promise<number> {
  const outcome = await gate.execute(call, { abort });
  if (options.json) terminal.result(JSON.stringify(outcomeJson(outcome)));
  else if (outcome.ok) terminal.result(process.stdout.isTTY ? printable(outcome.output) : outcome.output);
  else terminal.problem(printable(outcome.output));
  return exitCodeOf(outcome);
}

/**
 * Each line is answered by one line, in order. Lines of one turn run side by side where nothing conflicts; a new turn
 * waits for the last one.
 */
async function runLines({ gate, terminal, abort }: CliSession): Promise<number> {
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
    running.add(line);
    line.finally(() => running.delete(line)).catch(() => {});
  };
  for await (const line of readCalls(process.stdin)) {
    if ('problem' in line) {
      print(Promise.resolve(badLine(line)));
      continue;
    }
    const { call } = line;
    if (!queue || call.turn === undefined || call.turn !== turn) {
      await Promise.all(running);
      turn = call.turn;
      queue = gate.queue({ abort, ...(turn === undefined ? {} : { turn }) });
    }
    print(
      queue.add({ id: call.id, name: call.tool, args: call.args }).then((outcome: Outcome) => outcomeJson(outcome)),
    );
    if (abort.aborted) break;
  }
  await printed;
  if (abort.aborted) return EXIT.interrupted;
  return failed ? EXIT.failed : EXIT.done;
}

const badLine = ({ id, problem }: { id?: string | number; problem: string }): Record<string, unknown> => ({
  ...(id === undefined ? {} : { id }),
  ok: false,
  error: {
    code: 'INVALID_ARGUMENTS',
    type: 'validation_error',
    message: problem,
    retryable: false,
    suggestion: 'Send {"id":1,"tool":"read_file","args":{"path":"README.md"}}.',
  },
});

/** JSON text, `@FILE`, or `-` for standard input; the gate itself parses it. */
export function readArgs(given: string | undefined): unknown {
  if (given === undefined) return {};
  if (given === '-') return readFileSync(0, 'utf8');
  return given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given;
}
