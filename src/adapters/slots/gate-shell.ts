import { ToolError, type Toolgate } from '../../index.ts';
import { type GateCalls, type OwnCall, toRefusal } from './gate-calls.ts';

export interface SlotCommand extends OwnCall {
  readonly command: string;
  /** The folder to run in; default the root of the workspace, wherever the command before has ended. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Milliseconds; default and at most what the policy allows. */
  readonly timeout?: number | undefined;
}

export interface StartedCommand {
  readonly job: string;
  /** Listens to the output; all of it comes before `done`. */
  listen(listener: (text: string, stream: 'stdout' | 'stderr') => void): void;
  readonly done: Promise<{ readonly exitCode: number; readonly output: string; readonly duration: number }>;
  stop(): Promise<void>;
}

export type GateShell = ReturnType<typeof gateShell>;

/** Exit codes by which shells tell of a command that may not run, and of one that ran too long. */
export const CANNOT_RUN = 126;
const TOO_LONG = 124;

/** The longest time of a command, in seconds. */
const LONGEST = 24 * 3600;

/** The shell of a gate: a command is a call, and a command that goes on is a job of the gate. Refusals are thrown. */
export function gateShell(gate: Toolgate, calls: GateCalls) {
  const argsOf = ({ command, cwd, env, timeout }: SlotCommand) => ({
    command: withVariables(command, env),
    working_dir: cwd ?? '.',
    timeout: Math.min(LONGEST, (timeout ?? gate.policy().limits.time) / 1000),
  });

  return {
    /** Runs a command. Its duration is in milliseconds; `isCut`: bytes in the middle of its output are not kept. */
    async run(asked: SlotCommand) {
      const ended = await calls.outcome('bash', argsOf(asked), asked);
      if (!ended.ok) throw toRefusal(ended, asked.abort);
      const { stdout, stderr, output, return_code, timed_out, duration } = ended.value as RanBash;
      const exitCode = timed_out ? TOO_LONG : (return_code ?? CANNOT_RUN);
      const isCut = ended.metadata.lost !== undefined;
      return { exitCode, output, stdout, stderr, timedOut: timed_out, isCut, duration: duration * 1000 };
    },

    async start(asked: SlotCommand): Promise<StartedCommand> {
      const { timeout: _, ...args } = argsOf(asked);
      const limit = asked.timeout === undefined ? {} : { timeout: asked.timeout / 1000 };
      const { job } = await calls.value<{ job: string }>('bash', { ...args, ...limit, background: true }, asked);
      const followed = gate.jobs.follow(calls.sessionID, job);
      if (!followed) throw new ToolError('EXECUTION_ERROR', `${job} was started, and cannot be followed`);
      const done = followed.done.then(({ value: { return_code, output, duration } }) => {
        return { exitCode: return_code ?? CANNOT_RUN, output, duration: duration * 1000 };
      });
      const stop = () => followed.stop();
      if (asked.abort?.aborted) stop();
      asked.abort?.addEventListener('abort', stop, { once: true });
      void done.finally(() => asked.abort?.removeEventListener('abort', stop));
      return {
        job,
        listen: listener => followed.listen(listener),
        done,
        stop: async () => {
          stop();
          await done;
        },
      };
    },
  };
}

interface RanBash extends Record<'stdout' | 'stderr' | 'output', string> {
  readonly return_code: number | null;
  readonly timed_out: boolean;
  /** Seconds. */
  readonly duration: number;
}

/** Puts variables into the command itself: so the gate judges their effect, such as on the PATH, and people see it. */
function withVariables(command: string, env: SlotCommand['env'] = {}): string {
  const given = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  for (const [name] of given)
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new ToolError('INVALID_ARGUMENTS', `${JSON.stringify(name)} is no name of a variable`, {
        suggestion: 'Use letters, digits and _ alone.',
      });
  if (given.length === 0) return command;
  return `export ${given.map(([name, value]) => `${name}=${shellWord(value)}`).join(' ')}\n${command}`;
}

/** A text as one word of a shell, whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
