import type {
  CommandResult,
  ExecuteCommandOptions,
  ProcessHandle,
  SpawnProcessOptions,
  WorkspaceSandbox,
} from '@mastra/core/workspace';
import { ToolError, type Toolgate } from '../../index.ts';
import { checkSlotOptions, fromRootedPath, gateCalls, type SlotOptions } from '../slots/gate-calls.ts';
import { type GateShell, gateShell, type SlotCommand, type StartedCommand, shellWord } from '../slots/gate-shell.ts';
import { loadMastraWorkspace, type MastraWorkspace } from './load.ts';

/**
 * The shell of a gate as the sandbox of a workspace of Mastra: a command is a call of `bash`, and one in the background
 * is a job of the gate. A refusal is thrown with the gate's words.
 */
export async function toMastraSandbox(gate: Toolgate, options: SlotOptions = {}): Promise<WorkspaceSandbox> {
  checkSlotOptions('toMastraSandbox', options);
  const mastra = await loadMastraWorkspace();
  const calls = gateCalls(gate, options);
  const shell = gateShell(gate, calls);
  const commandOf = (command: string, { cwd, env, timeout, abortSignal }: ExecuteCommandOptions): SlotCommand => ({
    command,
    cwd: cwd === undefined ? undefined : fromRootedPath(calls.root, cwd),
    env,
    timeout,
    abort: abortSignal,
  });

  return new (class extends mastra.MastraSandbox {
    readonly id = `toolgate-${calls.sessionID}`;
    readonly name = 'Toolgate';
    readonly provider = 'toolgate';
    status: WorkspaceSandbox['status'] = 'pending';

    constructor() {
      super({ name: 'Toolgate', processes: gateProcesses(mastra, shell, commandOf) });
    }

    override async start(): Promise<void> {
      this.status = 'running';
    }

    override getInstructions(): string {
      return `Commands run in the workspace ${calls.root}, in a sandbox; a gate judges each, and what it changes can be undone.`;
    }

    /** Runs a command. Each argument is one word, whatever is in it; without any the command is a line of a shell. */
    override async executeCommand(command: string, args: string[] = [], given: ExecuteCommandOptions = {}) {
      await this.ensureRunning();
      const line = [command, ...args.map(shellWord)].join(' ');
      const env = { ...this.getEnv(), ...given.env };
      const ran = await shell.run({ ...commandOf(line, { ...given, env }), onPrinted: given.onStdout });
      const { exitCode, stdout, stderr, timedOut, isCut, duration } = ran;
      const ended = { success: exitCode === 0, exitCode, stdout, stderr, timedOut, executionTimeMs: duration };
      return { ...ended, ...(isCut ? { stdoutTruncated: true } : {}), command, args };
    }
  })();
}

type ToCommand = (command: string, options: ExecuteCommandOptions) => SlotCommand;

/** Processes that go on, each a job of the gate. */
function gateProcesses(mastra: MastraWorkspace, shell: GateShell, commandOf: ToCommand) {
  class GateProcess extends mastra.ProcessHandle {
    readonly pid: string;
    exitCode: number | undefined;
    readonly #started: StartedCommand;
    readonly #ended: Promise<CommandResult>;

    constructor(started: StartedCommand, options: SpawnProcessOptions) {
      super(options);
      this.pid = started.job;
      this.#started = started;
      started.listen((text, stream) => (stream === 'stdout' ? this.emitStdout(text) : this.emitStderr(text)));
      this.#ended = started.done.then(({ exitCode, duration }) => {
        this.exitCode = exitCode;
        const { stdout, stderr } = this;
        return { success: exitCode === 0, exitCode, stdout, stderr, executionTimeMs: duration };
      });
    }

    override wait(): Promise<CommandResult> {
      return this.#ended;
    }

    async kill(): Promise<boolean> {
      if (this.exitCode !== undefined) return false;
      await this.#started.stop();
      return true;
    }

    async sendStdin(): Promise<void> {
      throw new ToolError('INVALID_ARGUMENTS', 'A command in the background has no standard input here', {
        suggestion: 'Give the command its input from a file.',
      });
    }
  }

  return new (class extends mastra.SandboxProcessManager {
    override async spawn(command: string, options: SpawnProcessOptions = {}): Promise<ProcessHandle> {
      // Mastra itself ends a process whose signal fires.
      const { abortSignal: _, ...rest } = options;
      const started = new GateProcess(await shell.start(commandOf(command, rest)), options);
      this._tracked.set(started.pid, started);
      return started;
    }

    override async list() {
      return [...this._tracked.values()].map(({ pid, command, exitCode }) => ({
        pid,
        running: exitCode === undefined,
        ...(command === undefined ? {} : { command }),
        ...(exitCode === undefined ? {} : { exitCode }),
      }));
    }
  })();
}
