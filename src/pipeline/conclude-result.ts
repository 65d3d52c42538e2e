import type { Result } from '../tool/context.ts';
import type { Call } from './call.ts';
import { capOutput } from './cap-output.ts';

/** Makes the outcome of a call that went well: the text for the model, capped, with what it should know besides. */
export function concludeResult(call: Call): void | Promise<void> {
  const result = call.result ?? {};
  const { limits } = call.runtime.policy();
  const text = render(result);
  const capped = capOutput(text, { bytes: limits.outputBytes, lines: limits.outputLines }, call.callID);
  const finish = () => {
    const output = call.notes.length === 0 ? capped.text : [capped.text, ...call.notes].filter(Boolean).join('\n\n');
    call.succeed({
      title: result.title ?? call.name,
      output,
      value: result.value === undefined && !call.ready.returns ? text : result.value,
      metadata: metadataOf(call, result, capped.cut),
      attachments: result.attachments ?? [],
    });
  };
  return capped.cut ? call.runtime.outputs.save(call.callID, text).then(finish) : finish();
}

function render({ output, value }: Result): string {
  if (typeof output === 'string') return output;
  if (output !== undefined) return JSON.stringify(output, null, 2);
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

function metadataOf(call: Call, result: Result, cut: boolean): Record<string, unknown> {
  const { committed, syntax, attempts } = call;
  if (!committed && !cut && attempts === 1) return result.metadata ?? {};
  return {
    ...result.metadata,
    ...(committed
      ? { changeSetID: committed.id, changes: committed.changes, ...(committed.planned ? { planned: true } : {}) }
      : {}),
    ...(syntax.length > 0 ? { syntax } : {}),
    ...(cut ? { outputPath: `output:${call.callID}` } : {}),
    ...(attempts > 1 ? { attempts } : {}),
  };
}
