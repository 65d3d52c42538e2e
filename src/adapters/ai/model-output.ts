import type { Tool as AITool } from 'ai';
import type { Outcome, Tool } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { showOutcome } from '../attachments.ts';
import { readSaidList, recordOf } from '../read-said.ts';

type ModelOutput = Awaited<ReturnType<NonNullable<AITool['toModelOutput']>>>;
type Content = Extract<ModelOutput, { type: 'content' }>['value'][number];

/** The model's view of an outcome: its text, and what is attached. Some frameworks hand over the output alone. */
export function toModelOutput(given: { readonly output: unknown } | unknown): ModelOutput {
  const output = isOutcome(given) ? given : recordOf(given).output;
  if (!isOutcome(output)) return { type: 'text', value: JSON.stringify(output) ?? '' };
  const { text, parts } = showOutcome(output, partOf);
  if (!output.ok) return { type: 'error-text', value: text };
  if (parts.length === 0) return { type: 'text', value: text };
  return { type: 'content', value: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts] };
}

/** Whether a value is an outcome, which may come back from where a conversation was kept. */
const isOutcome = (value: unknown): value is Pick<Outcome, 'ok' | 'output' | 'attachments'> =>
  isRecord(value) &&
  typeof value.ok === 'boolean' &&
  typeof value.output === 'string' &&
  readSaidList(value.attachments).every(isRecord) &&
  Array.isArray(value.attachments);

/** An attachment for the model. An address is only named: the SDK would fetch it from here, past the policy. */
function partOf({ name, mediaType, data }: Tool.Attachment): Content | undefined {
  return data === undefined ? undefined : { type: 'file', mediaType, filename: name, data: { type: 'data', data } };
}
