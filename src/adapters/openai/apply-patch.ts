import type { CallRequest } from '../../index.ts';
import { readSaidText, recordOf } from '../read-said.ts';
import type { PlannedCall } from '../run-planned-calls.ts';

export interface ApplyPatchOutput {
  type: 'apply_patch_call_output';
  call_id: string;
  status: 'completed' | 'failed';
  output: string;
}

const HEADERS: Readonly<Record<string, string>> = {
  create_file: 'Add File',
  update_file: 'Update File',
  delete_file: 'Delete File',
};

/** Plans the provider's own patch of one file: the same as ours, without the envelope. */
export function planApplyPatch(item: Readonly<Record<string, unknown>>): PlannedCall<ApplyPatchOutput> {
  const call_id = readSaidText(item.call_id);
  const call: CallRequest = { id: call_id, name: 'apply_patch', args: { patch: envelopeOf(recordOf(item.operation)) } };
  return {
    calls: [call],
    answer: ([outcome]) => ({
      type: 'apply_patch_call_output',
      call_id,
      status: outcome!.ok ? 'completed' : 'failed',
      output: outcome!.output,
    }),
  };
}

/** The patch of one operation; undefined for one that is not on one file, and the gate then says what is missing. */
export function envelopeOf({ type, path, diff, moveTo }: Readonly<Record<string, unknown>>): string | undefined {
  const header = typeof type === 'string' && Object.hasOwn(HEADERS, type) ? HEADERS[type] : undefined;
  if (header === undefined || !isOneLine(path)) return undefined;
  if (moveTo !== undefined && !(type === 'update_file' && isOneLine(moveTo))) return undefined;
  const move = moveTo === undefined ? '' : `*** Move to: ${moveTo}\n`;
  const body = type === 'delete_file' ? '' : readSaidText(diff).replace(/\n?$/, '\n');
  return `*** Begin Patch\n*** ${header}: ${path}\n${move}${body}*** End Patch\n`;
}

const isOneLine = (path: unknown): path is string => typeof path === 'string' && !/[\r\n]/.test(path);
