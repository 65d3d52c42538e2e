import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolgate } from '../../gate/toolgate.ts';
import { quoteWord } from '../../shell/state/value.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { HostDeed } from '../host.ts';
import { startLine } from '../install/hook-lines.ts';
import { hostProcesses, whenGone } from './host-processes.ts';
import type { PendingCall } from './pending-call.ts';
import type { HostCaller } from './session-turns.ts';
import { NOT_RUN, type ShellClient } from './shell-client.ts';

/** Seconds: how long a command may take is the host's to say. */
const LONGEST = 24 * 3600;

type ShellDeed = Extract<HostDeed, { kind: 'shell' }>;

interface ShellCall {
  readonly call: PendingCall;
  readonly deed: ShellDeed;
  readonly caller: HostCaller;
  client: ShellClient | undefined;
  /** Whether the output was told as it came: that of a rehearsal is told when the rehearsal is accepted. */
  live: boolean;
}

/** What `bash` gives back. */
type CommandValue = { return_code: number | null } & Readonly<Record<'cwd' | 'stdout' | 'stderr', string>>;

/**
 * Commands of hosts. The event before a command makes it a call of `bash`, which waits when all is decided; the host is
 * given another command in its place, with an id that nobody can guess and that counts once. That command runs the
 * call.
 */
export class ShellCalls {
  readonly #gate: Toolgate;
  readonly #client: readonly string[];
  readonly #waiting = new Map<string, ShellCall>();
  readonly #running = new Set<PendingCall>();

  constructor(gate: Toolgate, client: readonly string[]) {
    this.#gate = gate;
    this.#client = client;
  }

  get running(): number {
    return this.#running.size;
  }

  isRunning(call: PendingCall): boolean {
    return this.#running.has(call);
  }

  begin(call: PendingCall, deed: ShellDeed, caller: HostCaller): void {
    const id = randomBytes(24).toString('base64url');
    const begun: ShellCall = { call, deed, caller, client: undefined, live: false };
    call.rewritten = call.host.withCommand(call.event.input, shellLine(this.#client, id, { kept: isKept(call) }));
    this.#waiting.set(id, begun);
    call.outcome = this.#execute(begun, call.event.cwd, { abort: call.stop.signal }).finally(() =>
      this.#waiting.delete(id),
    );
  }

  #execute(begun: ShellCall, cwd: string, { abort }: { abort: AbortSignal }): Promise<Outcome> {
    const { call, deed, caller } = begun;
    const { callID } = call.event;
    const args = { command: deed.command, working_dir: cwd, timeout: LONGEST };
    return this.#gate.execute(
      { name: 'bash', id: callID, args: deed.title === undefined ? args : { ...args, description: deed.title } },
      {
        ...caller,
        abort,
        approver: call.approver,
        // A person at the host is asked before the host begins; a rehearsal would ask after that.
        answered: call.event.attended,
        toolCallID: callID,
        onPrinted: (bytes, stream) => {
          begun.live = true;
          begun.client?.print(bytes, stream);
        },
        hold: async () => {
          call.letGo();
          await call.end;
        },
      },
    );
  }

  async run(id: string, cwd: string, client: ShellClient): Promise<void> {
    const begun = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!begun || client.gone.aborted) {
      client.print(Buffer.from('toolgate: this id is not known, or was used; call the tool again\n'), 'stderr');
      client.end(NOT_RUN);
      return;
    }
    const { call } = begun;
    this.#running.add(call);
    begun.client = client;
    // A shell may outlive its host, and wait for a command that nobody else waits for.
    const left = new AbortController();
    const leave = () => left.abort();
    left.signal.addEventListener('abort', () => call.stop.abort());
    client.gone.addEventListener('abort', leave);
    const endWatch = whenGone(hostProcesses(call.ancestry, client.ancestry), leave);
    try {
      const outcome = await this.#runIn(begun, cwd, left.signal);
      this.#tellEnd(begun, outcome, cwd);
    } finally {
      endWatch();
      this.#running.delete(call);
    }
  }

  /** Runs a call. Some hosts run a command in another folder than they told: it is then judged anew, for that. */
  #runIn(begun: ShellCall, cwd: string, left: AbortSignal): Promise<Outcome> {
    const { call } = begun;
    if (realPath(cwd) === realPath(call.event.cwd)) {
      call.finish('done');
      return call.outcome;
    }
    call.stop.abort();
    call.finish('left');
    return call.outcome.then(() => this.#execute(begun, cwd, { abort: left }));
  }

  #tellEnd({ call, client, live }: ShellCall, outcome: Outcome, cwd: string): void {
    if (!client) return;
    if (!outcome.ok) {
      client.print(Buffer.from(`${outcome.output}\n`), 'stderr');
      client.end(NOT_RUN);
      return;
    }
    const { return_code, cwd: ended, stdout, stderr } = outcome.value as CommandValue;
    if (!live) {
      client.print(Buffer.from(stdout), 'stdout');
      client.print(Buffer.from(stderr), 'stderr');
    }
    const folder = join(this.#gate.workspace.root, ended);
    const code = return_code ?? NOT_RUN;
    if (isKept(call)) client.end(0, endLine(code, folder === realPath(cwd) ? undefined : folder));
    else client.end(code);
  }
}

const isKept = ({ host }: PendingCall): boolean => host.shell === 'kept';

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * The line that a host runs in the place of a command. The client prints what the command prints; what it says on
 * descriptor 3 is run by the host's own shell, so that a change of folder holds there too. A client that fails says
 * nothing, and its exit code is the line's. Where each command has a shell of its own the client says all by its exit
 * code, and some hosts take no line with a command in a command.
 */
function shellLine(client: readonly string[], id: string, { kept }: { kept: boolean }): string {
  const call = startLine([...client, id]);
  if (!kept) return call;
  return `{ toolgate_end=$(${call} 3>&1 >&4 4>&-) && eval "$toolgate_end"; } 4>&1`;
}

/** The line that the host's shell runs at the end: it goes to the command's last folder, and ends with its code. */
const endLine = (code: number, folder: string | undefined): string =>
  `${folder === undefined ? '' : `cd -- ${quoteWord(folder)}; `}(exit ${code})`;
