import { z } from 'zod';
import type { AnswerReport } from '../approval/answer-request.ts';
import type { PendingRequest } from '../approval/approval-row.ts';
import type { ApprovalAnswer, ApprovalReply } from '../approval/request.ts';
import { shownRequest } from '../approval/shown-request.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { describeEffect } from '../policy/describe.ts';
import type { ApprovalRow } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { maskShown, maskShownText } from '../tool/text/mask-shown.ts';
import type { ApprovalList, PendingApproval, SettledApproval } from './api.ts';
import { personOf } from './people.ts';
import { person } from './read-request.ts';
import { ApiRefusal, quoteBeginning, resourceNotFound } from './refusal.ts';

/** Settled requests in a list. */
const SETTLED = 100;

export async function listApprovals(gate: Toolgate): Promise<ApprovalList> {
  const [pending, rows] = await Promise.all([gate.approvals.list(), gate.store.approvals.list({ limit: SETTLED })]);
  const waiting = new Set(pending.map(({ id }) => id));
  return {
    pending: await Promise.all(pending.map(request => toPending(gate, request))),
    settled: rows.filter(({ id }) => !waiting.has(id)).map(toSettled),
  };
}

async function toPending({ registry }: Toolgate, asked: PendingRequest): Promise<PendingApproval> {
  const request = shownRequest(asked);
  const tool = await registry.find(request.tool)?.tool.ready();
  return { ...request, sentence: sentenceOf(request), schema: tool?.parameters.json };
}

const MOST_EFFECTS = 3;

/** Who wants to do what, on one line. */
function sentenceOf({ agent, tool, effects, root = '/' }: PendingRequest): string {
  const who = `${agent} wants to use ${tool}`;
  if (effects === 'everything') return `${who}; what it does cannot be said beforehand`;
  if (effects.length === 0) return who;
  const shown = effects.slice(0, MOST_EFFECTS).map(effect => describeEffect(effect, root));
  const rest = effects.length - shown.length;
  return `${who}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export function toSettled(row: ApprovalRow): SettledApproval {
  const { id, tool, request, agent, status, answer, answeredBy, answeredAt, createdAt } = row;
  return {
    id,
    tool,
    reason: maskShownText(String(request.reason ?? '')),
    agent,
    // A request that is still open when it is shown here has had its time.
    status: status === 'pending' ? 'expired' : status,
    answer: answer && (maskShown(answer) as ApprovalAnswer),
    answeredBy,
    answeredAt,
    createdAt,
  };
}

/** The answer itself is checked where all answers are. */
export const answerBody = z.looseObject(person);

export async function answerApproval(
  { approvals }: Toolgate,
  id: string,
  { by, ...reply }: z.output<typeof answerBody>,
): Promise<AnswerReport> {
  const row = await approvals.get(id);
  if (!row) throw resourceNotFound(`request ${quoteBeginning(id)}`);
  try {
    return maskShown(await approvals.answer(id, reply as unknown as ApprovalReply, personOf(by))) as AnswerReport;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const now = await approvals.get(id);
    if (!now || now.status === 'pending') throw error;
    throw new ApiRefusal(409, 'CONFLICT', {
      message: error.message,
      by: now.answeredBy,
    });
  }
}
