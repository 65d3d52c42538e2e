import type { CallRequest, Outcome } from '../../index.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import type { PlannedCall } from '../run-reply.ts';

type ShellRun = { stdout: string; stderr: string; outcome: { type: 'timeout' } | { type: 'exit'; exit_code: number } };

export interface ShellOutput {
  type: 'shell_call_output';
  call_id: string;
  output: ShellRun[];
  max_output_length?: number;
}

/** The exit code of a shell for a command that it may not run. */
const CANNOT_RUN = 126;
/** The most characters of each stream, where the model gave no limit. */
const MOST = 50_000;

/** Plans a call of the provider's own shell: each of its commands is a call of `bash`, one after the other. */
export function planShell(item: Readonly<Record<string, unknown>>): PlannedCall<ShellOutput> {
  const { commands, timeout_ms, max_output_length } = recordOf(item.action);
  const call_id = readSaidText(item.call_id);
  return {
    calls: shellCalls(commands, timeout_ms).map(call => ({ ...call, id: call_id })),
    answer: outcomes => ({
      type: 'shell_call_output',
      call_id,
      output: outcomes.map(outcome => shellRun(outcome, max_output_length)),
      max_output_length: positive(max_output_length),
    }),
  };
}

/** The commands of a shell call, each a call of `bash`. Without commands the gate says what is missing. */
export function shellCalls(commands: unknown, timeoutMs: unknown): readonly CallRequest[] {
  const wanted = readSaidList(commands).length === 0 ? [undefined] : readSaidList(commands);
  const time = positive(timeoutMs);
  const limit = time === undefined ? {} : { timeout: time / 1000 };
  return wanted.map(command => ({ name: 'bash', args: { command, ...limit } }));
}

/** The end of a command and its output, shortened to as many characters as the model wants. */
export function shellRun({ ok, value, output, error }: Outcome, wanted: unknown): ShellRun {
  const most = positive(wanted) ?? MOST;
  if (!ok) {
    const late = error.code === 'TIMEOUT';
    const outcome: ShellRun['outcome'] = late ? { type: 'timeout' } : { type: 'exit', exit_code: CANNOT_RUN };
    return { stdout: '', stderr: shorten(output, most), outcome };
  }
  const { stdout, stderr, return_code, timed_out } = recordOf(value);
  const ended = timed_out !== true && typeof return_code === 'number';
  return {
    stdout: shorten(readSaidText(stdout), most),
    stderr: shorten(readSaidText(stderr), most),
    outcome: ended ? { type: 'exit', exit_code: return_code } : { type: 'timeout' },
  };
}

/** A text with its beginning and end. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `\n[… ${text.length - most} characters left out …]\n`;
  const half = Math.max(0, Math.floor((most - note.length) / 2));
  return half === 0 ? text.slice(0, most) : `${text.slice(0, half)}${note}${text.slice(text.length - half)}`;
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

export interface ApplyPatchOutput {
  type: 'apply_patch_call_output';
  call_id: string;
  status: 'completed' | 'failed';
  output: string;
}

const HEADERS = { create_file: 'Add File', update_file: 'Update File', delete_file: 'Delete File' } as const;

/** Plans the provider's own patch of one file: the same as ours, without the envelope. */
export function planApplyPatch(item: Readonly<Record<string, unknown>>): PlannedCall<ApplyPatchOutput> {
  const call_id = readSaidText(item.call_id);
  const call: CallRequest = { id: call_id, name: 'apply_patch', args: { patch: envelopeOf(recordOf(item.operation)) } };
  return {
    calls: [call],
    answer: ([outcome]) => {
      const { ok, output } = outcome!;
      return { type: 'apply_patch_call_output', call_id, status: ok ? 'completed' : 'failed', output };
    },
  };
}

/** The patch of one operation; undefined for one that is not on one file, and the gate then says what is missing. */
export function envelopeOf({ type, path, diff, moveTo }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof type !== 'string' || !Object.hasOwn(HEADERS, type) || !isOneLine(path)) return undefined;
  const header = HEADERS[type as keyof typeof HEADERS];
  if (moveTo !== undefined && !(type === 'update_file' && isOneLine(moveTo))) return undefined;
  const move = moveTo === undefined ? '' : `*** Move to: ${moveTo}\n`;
  const body = type === 'delete_file' ? '' : readSaidText(diff).replace(/\n?$/, '\n');
  return `*** Begin Patch\n*** ${header}: ${path}\n${move}${body}*** End Patch\n`;
}

const isOneLine = (path: unknown): path is string => typeof path === 'string' && !/[\r\n]/.test(path);
