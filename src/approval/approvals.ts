import type { Rule } from '../policy/types.ts';
import type { ApprovalRow, ProcessRow, Store } from '../store/port.ts';
import { isDead, isLost } from '../system/process-identity.ts';
import type { MaybePromise } from '../tool/schema/schema.ts';
import { mask } from '../tool/text/mask.ts';
import { conclude, isWaitedFor, type PendingRequest, requestOf, stepOf, toPending } from './approval-row.ts';
import { isYes, parseAnswer } from './parse-answer.ts';
import { fired, never, sleep } from './pause.ts';
import { alreadySettled, approvalAborted, approvalFailed, noOneToAsk, unknownRequest } from './rejections.ts';
import type { ApprovalAnswer, ApprovalReply, ApprovalRequest, Approver, Settlement } from './request.ts';
import { settleRow, type TakeOptions, takeAnswer } from './take-answer.ts';

export interface ApprovalsOptions extends TakeOptions {
  readonly store: Pick<Store, 'approvals' | 'rules' | 'processes'>;
  /** Asked first, in this process. */
  readonly approver?: Approver;
  /** Someone may answer from elsewhere, so an ask waits. Otherwise what the approver leaves open is rejected. */
  readonly interactive: boolean;
  /** Milliseconds until an unanswered ask is a rejection. */
  readonly timeout: number;
  /** Milliseconds between two looks for an answer from another process. */
  readonly poll?: number;
  /** Milliseconds that a request which no call waits for can be answered, and that the grant of a yes holds. */
  readonly grantTime?: number;
  readonly self: ProcessRow;
  readonly emit: (
    type: 'approval_requested' | 'approval_resolved',
    who: ApprovalCaller,
    data: Record<string, unknown>,
  ) => void;
  /** Whether the process that asked still runs; by default it is looked up. */
  readonly isAlive?: (processID: string) => MaybePromise<boolean>;
}

interface ApprovalCaller {
  readonly sessionID: string;
  readonly agent: string;
  readonly callID: string;
}

export type ApprovalQuestion = Omit<ApprovalRequest, 'id'>;

export interface AskApprovalOptions {
  readonly sessionID: string;
  readonly agent: string;
  /** See `grantKey`. */
  readonly grantKey: string;
  readonly signal?: AbortSignal;
  /** Asked before the one for all. */
  readonly approver?: Approver;
  /** Names the call in work that outlives this process: whoever makes it again meets this question. */
  readonly step?: string;
  /** This process has left that work to others: the question stays for whoever goes on with it. */
  readonly isLeft?: () => boolean;
}

/** What an answer did. */
export interface AnswerReport extends ApprovalAnswer {
  readonly id: string;
  readonly by: string;
  readonly saved: readonly Rule[];
  /** No call waits any more: the identical one passes once. */
  readonly granted: boolean;
  /** Why no rule was saved. */
  readonly note?: string;
}

export interface Approvals {
  /** Someone can be asked, here or from elsewhere. */
  readonly interactive: boolean;
  /** Pauses until someone answers, the time is over or the signal fires. Never throws, never falls open. */
  ask(question: ApprovalQuestion, options: AskApprovalOptions): Promise<Settlement>;
  /** What can be answered, newest first. */
  list(): Promise<readonly PendingRequest[]>;
  get(id: string): Promise<ApprovalRow | undefined>;
  /** Throws when there is no such request, when it was settled before, and when this is no answer. */
  answer(id: string, reply: ApprovalReply, by: string): Promise<AnswerReport>;
  /** Ends every waiting. The requests stay: a yes then counts for the next time. */
  close(): void;
}

const POLL = 200;
const GRANT_TIME = 24 * 60 * 60_000;
const FAILED_LOOKS = 10;

/** Asking people: durable requests, whoever answers first, grants for later, and what "always" saves. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { store, now, poll = POLL, grantTime = GRANT_TIME } = options;
  /** Requests that a call of this process waits for. */
  const waiting = new Map<string, (row: ApprovalRow) => void>();
  const closing = new AbortController();

  async function ask(question: ApprovalQuestion, asked: AskApprovalOptions): Promise<Settlement> {
    try {
      if (asked.signal?.aborted || closing.signal.aborted) return approvalAborted(undefined);
      const granted = await useGrant(question, asked);
      if (granted) return granted;
      const earlier = asked.step === undefined ? undefined : await goOn(asked.step, question, asked);
      if (earlier) return earlier;
      if (options.interactive || options.approver || asked.approver) {
        const settled = await wait(await insert(question, asked, true), asked);
        if (settled !== 'left') return settled;
      }
      return noOneToAsk(await leave(question, asked));
    } catch (error) {
      return approvalFailed(question.tool, error);
    }
  }

  /** A yes that came when no call waited for it any more. */
  async function useGrant(question: ApprovalQuestion, asked: AskApprovalOptions): Promise<Settlement | undefined> {
    const id = await store.approvals.useGrant(asked.grantKey, now());
    const row = id === undefined ? undefined : await store.approvals.get(id);
    if (row?.status !== 'answered' || row.grantKey !== asked.grantKey) return undefined;
    const settled = conclude(row);
    if (!settled.approved) return undefined;
    emitResolved(row, { ...asked, callID: question.stepId }, { grantUsed: true });
    return settled;
  }

  /** What a process before this one asked for the same step. If the files have changed since, that counts no longer. */
  async function goOn(
    step: string,
    question: ApprovalQuestion,
    asked: AskApprovalOptions,
  ): Promise<Settlement | undefined> {
    const rows = await store.approvals.list({ sessionID: asked.sessionID });
    const own = rows.find(row => stepOf(row) === step);
    if (own?.status === 'pending' && own.expiresAt > now()) return takeOver(own, question, asked);
    if (own?.status !== 'answered' || own.grantKey !== asked.grantKey) return undefined;
    await heedRules(own);
    emitResolved(own, { ...asked, callID: question.stepId });
    return conclude(own);
  }

  async function takeOver(
    row: ApprovalRow,
    question: ApprovalQuestion,
    asked: AskApprovalOptions,
  ): Promise<Settlement | undefined> {
    if (row.grantKey !== asked.grantKey) {
      await settleRow(row, { status: 'withdrawn' }, options);
      return undefined;
    }
    const own = { ...row, processID: options.self.id };
    if (!(await store.approvals.adopt(row.id, own.processID))) return goOn(asked.step as string, question, asked);
    const settled = await wait(own, asked);
    return settled === 'left' ? undefined : settled;
  }

  /** The row is there before anyone is asked. */
  async function insert(question: ApprovalQuestion, asked: AskApprovalOptions, waits: boolean): Promise<ApprovalRow> {
    const id = options.newId();
    const createdAt = now();
    const row: ApprovalRow = {
      id,
      callID: question.stepId,
      sessionID: asked.sessionID,
      agent: asked.agent,
      processID: options.self.id,
      tool: question.tool,
      request: JSON.parse(JSON.stringify({ ...question, id, waiting: waits, step: asked.step })) as Record<
        string,
        unknown
      >,
      grantKey: asked.grantKey,
      status: 'pending',
      createdAt,
      expiresAt: createdAt + (waits ? options.timeout : grantTime),
    };
    await store.approvals.insert(row);
    const { reason, danger, effects } = question;
    // A command may hold a secret, and the stream is for more eyes than the person's who is asked.
    const shown = mask({ reason, danger, effects }) as Record<string, unknown>;
    const step = asked.step === undefined ? {} : { step: asked.step };
    emit('approval_requested', row, { approvalID: id, toolName: row.tool, ...shown, waiting: waits, ...step });
    return row;
  }

  /** For no one: a person may still answer, for the next time. The same call again is the same request. */
  async function leave(question: ApprovalQuestion, asked: AskApprovalOptions): Promise<ApprovalRow> {
    const pending = await store.approvals.list({ status: 'pending' });
    const same = pending.find(row => row.grantKey === asked.grantKey && !isWaitedFor(row) && row.expiresAt > now());
    return same ?? insert(question, asked, false);
  }

  async function wait(row: ApprovalRow, asked: AskApprovalOptions): Promise<Settlement | 'left'> {
    const { signal, approver } = asked;
    const done = new AbortController();
    const here = Promise.withResolvers<ApprovalRow>();
    waiting.set(row.id, here.resolve);
    try {
      const ended = await Promise.race([
        here.promise,
        askApprovers(row, approver, done.signal),
        watch(row, done.signal),
        fired(signal, done.signal).then(() => 'aborted' as const),
        fired(closing.signal, done.signal).then(() => 'closed' as const),
      ]);
      if (ended === 'closed' || (ended === 'aborted' && (await isOthers(row, asked)))) return approvalAborted(row.id);
      const gone = ended === 'aborted' || ended === 'left';
      const settled = gone ? (await settleRow(row, { status: 'withdrawn' }, options)).row : ended;
      await heedRules(settled);
      emitResolved(settled, row);
      if (ended === 'left' && settled.status === 'withdrawn') return 'left';
      return ended === 'aborted' ? approvalAborted(row.id) : conclude(settled);
    } finally {
      waiting.delete(row.id);
      done.abort();
    }
  }

  /** Someone else goes on with the work that it belongs to, and waits for the answer. */
  async function isOthers({ id }: ApprovalRow, { step, isLeft }: AskApprovalOptions): Promise<boolean> {
    if (step === undefined) return false;
    return isLeft?.() === true || (await store.approvals.get(id))?.processID !== options.self.id;
  }

  /** One after the other: whoever knows no answer leaves it to the next. */
  async function askApprovers(row: ApprovalRow, own: Approver | undefined, done: AbortSignal) {
    const approvers = [own, options.approver].filter(approver => approver !== undefined);
    for (const approver of approvers) {
      const settled = await askApprover(row, approver, done);
      if (settled) return settled;
    }
    return options.interactive ? never() : ('left' as const);
  }

  /** An approver that throws, or says what is no answer, has said no. */
  async function askApprover(
    row: ApprovalRow,
    approver: Approver,
    done: AbortSignal,
  ): Promise<ApprovalRow | undefined> {
    let answer: ApprovalAnswer;
    try {
      const reply = await approver(requestOf(row), { signal: done });
      if (reply === undefined) return undefined;
      answer = parseAnswer(reply);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      answer = { answer: 'reject_once', message: `the approver failed: ${why}` };
    }
    if (done.aborted) return never();
    return (await takeAnswer(row, { answer, by: 'approver' }, options)).row;
  }

  /** Another process may answer; and the time runs out. */
  async function watch(row: ApprovalRow, done: AbortSignal): Promise<ApprovalRow> {
    for (let failures = 0; ; ) {
      await sleep(Math.min(poll, Math.max(0, row.expiresAt - now())), done);
      if (done.aborted) return never();
      try {
        if (now() >= row.expiresAt) return (await settleRow(row, { status: 'expired' }, options)).row;
        const stored = await store.approvals.get(row.id);
        if (stored && stored.status !== 'pending') return stored;
        failures = 0;
      } catch (error) {
        if (++failures >= FAILED_LOOKS) throw error;
      }
    }
  }

  async function answer(id: string, reply: ApprovalReply, by: string): Promise<AnswerReport> {
    const given = parseAnswer(reply);
    const row = await store.approvals.get(id);
    if (!row) throw unknownRequest(id);
    if (row.status !== 'pending') throw alreadySettled(row);
    if (now() >= row.expiresAt) throw alreadySettled((await settleRow(row, { status: 'expired' }, options)).row);
    const taken = await takeAnswer(row, { answer: given, by }, options);
    if (!taken.first) throw alreadySettled(taken.row);
    const waiter = waiting.get(id);
    const left = !waiter && (await isLeft(row));
    // Who goes on with lasting work and waits finds the answer itself; a grant would count a second time.
    const granted = left && isYes(given.answer) && (stepOf(row) === undefined || !isWaitedFor(row));
    if (granted) await store.approvals.grant(row.grantKey, id, now() + grantTime);
    if (left) emitResolved(taken.row, row, { granted });
    waiter?.(taken.row);
    const { saved, note } = taken;
    return { ...given, id, by, saved, granted, ...(note === undefined ? {} : { note }) };
  }

  /** No call waits for it any more. Where that cannot be told one does: no grant is left, and it is asked again. */
  async function isLeft(row: ApprovalRow): Promise<boolean> {
    if (!isWaitedFor(row) || row.processID === options.self.id) return true;
    try {
      if (options.isAlive) return !(await options.isAlive(row.processID));
      const process = (await store.processes.list()).find(({ id }) => id === row.processID);
      return process === undefined || isDead(process, options.self) || isLost(process, options.self);
    } catch {
      return false;
    }
  }

  /** Rules that another process saved with its answer hold here too. */
  async function heedRules({ answer: given }: ApprovalRow): Promise<void> {
    if (!String(given?.answer).endsWith('_always')) return;
    try {
      await options.onRuleSaved?.();
    } catch {
      // The rules from before stay in force.
    }
  }

  function emitResolved(row: ApprovalRow, who: ApprovalCaller, more: Record<string, unknown> = {}): void {
    const { status, answer, answeredBy } = row;
    emit('approval_resolved', who, {
      approvalID: row.id,
      toolName: row.tool,
      status,
      ...(stepOf(row) === undefined ? {} : { step: stepOf(row) }),
      ...(answer === undefined ? {} : { answer: answer.answer, modified: answer.modifiedArgs !== undefined }),
      ...(answeredBy === undefined ? {} : { by: answeredBy }),
      ...more,
    });
  }

  /** A listener's trouble is no answer. */
  function emit(
    type: Parameters<ApprovalsOptions['emit']>[0],
    who: ApprovalCaller,
    data: Record<string, unknown>,
  ): void {
    try {
      options.emit(type, { sessionID: who.sessionID, agent: who.agent, callID: who.callID }, data);
    } catch {
      // The stream reports its own failures.
    }
  }

  return {
    interactive: options.interactive || options.approver !== undefined,
    ask,
    answer,
    get: id => store.approvals.get(id),
    async list() {
      const rows = await store.approvals.list({ status: 'pending' });
      return rows.filter(row => row.expiresAt > now()).map(toPending);
    },
    close: () => closing.abort(),
  };
}
