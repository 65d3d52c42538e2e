import { z } from 'zod';
import type { AnswerReport } from '../approval/answer-request.ts';
import { type PendingRequest, toPending as toPendingRequest } from '../approval/approval-row.ts';
import { askSentence } from '../approval/render-request.ts';
import type { ApprovalAnswer, ApprovalReply } from '../approval/request.ts';
import { shownRequest } from '../approval/shown-request.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { ApprovalRow } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { maskShown } from '../tool/text/mask-shown.ts';
import type { ApprovalList, PendingApproval, SettledApproval } from './api.ts';
import { personOf } from './people.ts';
import { checkPreviewed } from './preview.ts';
import { person } from './read-request.ts';
import { ApiRefusal, resourceNotFound } from './refusal.ts';

/** Settled requests in a list. */
const SETTLED = 100;

export async function listApprovals(gate: Toolgate): Promise<ApprovalList> {
  const [pending, rows] = await Promise.all([gate.approvals.list(), gate.store.approvals.list({ limit: SETTLED })]);
  const waiting = new Set(pending.map(({ id }) => id));
  return {
    pending: await Promise.all(pending.map(request => toPending(gate, request))),
    settled: rows
      .filter(({ id }) => !waiting.has(id))
      .sort((a, b) => (b.answeredAt ?? b.createdAt) - (a.answeredAt ?? a.createdAt))
      .map(toSettled),
  };
}

async function toPending({ registry }: Toolgate, asked: PendingRequest): Promise<PendingApproval> {
  const request = shownRequest(asked);
  const tool = await registry.find(request.tool)?.tool.ready();
  return { ...request, sentence: askSentence(request), schema: tool?.parameters.json };
}

/** The values of a request that an earlier version has stored, or that was emptied since. */
const UNKNOWN = { args: {}, effects: 'everything', danger: 'dangerous', reason: '' } as const;

export function toSettled(row: ApprovalRow): SettledApproval {
  const { id, callID, tool, agent, status, answer, answeredBy, answeredAt, createdAt } = row;
  const asked = { ...UNKNOWN, ...shownRequest(toPendingRequest(row)), tool };
  const { args, unsaid, effects, danger, diff, root, cwd, reason } = asked;
  return {
    id,
    callID,
    tool,
    agent,
    answeredBy,
    answeredAt,
    createdAt,
    args,
    unsaid,
    effects,
    danger,
    diff,
    root,
    cwd,
    reason,
    sentence: askSentence(asked),
    // A request that is still open when it is shown here has had its time.
    status: status === 'pending' ? 'expired' : status,
    answer: answer && (maskShown(answer) as ApprovalAnswer),
  };
}

/** The answer itself is checked where all answers are. */
export const answerBody = z.looseObject(person);

type Answered = z.output<typeof answerBody>;

export async function answerApproval(gate: Toolgate, id: string, body: Answered): Promise<AnswerReport> {
  const { by, ...reply } = body;
  const { approvals } = gate;
  const row = await approvals.get(id);
  if (!row) throw resourceNotFound('request', id);
  await checkPreviewed(gate, row, reply);
  try {
    return maskShown(await approvals.answer(id, reply as unknown as ApprovalReply, personOf(by))) as AnswerReport;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const now = await approvals.get(id);
    if (!now || now.status === 'pending') throw error;
    throw new ApiRefusal(409, 'CONFLICT', { message: error.message, by: now.answeredBy });
  }
}
