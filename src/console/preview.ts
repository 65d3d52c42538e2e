import { z } from 'zod';
import { requestOf } from '../approval/approval-row.ts';
import type { ArgumentsPreview } from '../approval/request.ts';
import { restoreAnswer } from '../approval/shown-request.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { toPreview } from '../pipeline/explain.ts';
import type { ApprovalRow } from '../store/port.ts';
import { maskShown } from '../tool/text/mask-shown.ts';
import type { PreviewResult } from './api.ts';
import { person } from './read-request.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';

type Arguments = Readonly<Record<string, unknown>>;

export const previewBody = z.strictObject({ args: z.record(z.string(), z.unknown()), ...person });

/** The question of a request for changed arguments, as it would be put. */
export async function previewApproval(gate: Toolgate, id: string, args: Arguments): Promise<PreviewResult> {
  const row = await gate.approvals.get(id);
  if (!row) throw resourceNotFound('request', id);
  if (row.status !== 'pending')
    throw new ApiRefusal(409, 'CONFLICT', { message: 'This request is settled already', by: row.answeredBy });
  const { key, ...shown } = maskShown(await previewOf(gate, row, args)) as ArgumentsPreview;
  return { ...shown, preview: key };
}

/** The preview of a call that waits in this process, by its own policy; otherwise the gate judges a call like it. */
async function previewOf(gate: Toolgate, row: ApprovalRow, args: Arguments): Promise<ArgumentsPreview> {
  const { modifiedArgs = {} } = restoreAnswer({ answer: 'allow_once', modifiedArgs: args }, requestOf(row));
  const { tool, sessionID, agent } = row;
  return (
    (await gate.approvals.preview(row.id, modifiedArgs)) ??
    toPreview(await gate.explain({ name: tool, args: modifiedArgs }, { sessionID, agent, question: true }))
  );
}

/** Refuses an answer with arguments whose effect, as things are now, the person has not seen. */
export async function checkPreviewed(
  gate: Toolgate,
  row: ApprovalRow,
  { modifiedArgs, preview }: { readonly modifiedArgs?: unknown; readonly preview?: unknown },
): Promise<void> {
  const args = previewBody.shape.args.safeParse(modifiedArgs);
  if (!args.success || row.status !== 'pending') return;
  const now = await previewOf(gate, row, args.data);
  if (now.verdict === 'deny')
    throw new ApiRefusal(400, 'POLICY_DENIED', { message: `This is denied: ${now.reasons.join('; ')}` });
  if (preview === now.key) return;
  const unseen = 'Look at what the changed arguments do before you allow them';
  const stale = 'The preview was for other arguments, or what they touch has changed since';
  const suggestion =
    'Look at it again as it is now, then answer. (A program asks POST /api/approvals/ID/preview with these arguments, and answers with its `preview`.)';
  throw new ApiRefusal(400, 'PREVIEW_NEEDED', { message: preview === undefined ? unseen : stale, suggestion });
}
