import type { CallRequest, Outcome } from '../../index.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import type { PlannedCall } from '../run-planned-calls.ts';

interface ShellRun {
  stdout: string;
  stderr: string;
  outcome: { type: 'timeout' } | { type: 'exit'; exit_code: number };
}

export interface ShellOutput {
  type: 'shell_call_output';
  call_id: string;
  output: ShellRun[];
  max_output_length?: number;
}

/** What a shell says of a command that it may not run. */
const CANNOT_RUN = 126;
/** Characters of each stream, where the model gave no limit. */
const MOST = 50_000;

/** The provider's own shell: each of its commands is a call of `bash`, one after the other. */
export function planShell(item: Readonly<Record<string, unknown>>): PlannedCall<ShellOutput> {
  const { commands, timeout_ms, max_output_length } = recordOf(item.action);
  const limit = positive(max_output_length);
  const seconds = positive(timeout_ms);
  const call_id = readSaidText(item.call_id);
  // Without commands the gate says what is missing.
  const wanted = readSaidList(commands).length === 0 ? [undefined] : readSaidList(commands);
  return {
    calls: wanted.map(
      (command): CallRequest => ({
        id: call_id,
        name: 'bash',
        args: { command, ...(seconds === undefined ? {} : { timeout: seconds / 1000 }) },
      }),
    ),
    answer: outcomes => ({
      type: 'shell_call_output',
      call_id,
      output: outcomes.map(outcome => ranOf(outcome, limit ?? MOST)),
      max_output_length: limit,
    }),
  };
}

function ranOf({ ok, value, output, error }: Outcome, most: number): ShellRun {
  if (!ok) {
    const outcome: ShellRun['outcome'] =
      error.code === 'TIMEOUT' ? { type: 'timeout' } : { type: 'exit', exit_code: CANNOT_RUN };
    return { stdout: '', stderr: shorten(output, most), outcome };
  }
  const { stdout, stderr, return_code, timed_out } = recordOf(value);
  return {
    stdout: shorten(readSaidText(stdout), most),
    stderr: shorten(readSaidText(stderr), most),
    outcome:
      timed_out === true || typeof return_code !== 'number'
        ? { type: 'timeout' }
        : { type: 'exit', exit_code: return_code },
  };
}

/** Beginning and end stay. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `\n[… ${text.length - most} characters left out …]\n`;
  const half = Math.max(0, Math.floor((most - note.length) / 2));
  return half === 0 ? text.slice(0, most) : `${text.slice(0, half)}${note}${text.slice(text.length - half)}`;
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
