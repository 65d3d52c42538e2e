import type { ApprovalRow } from '../store/port.ts';
import { mask } from '../tool/text/mask.ts';
import { conclude, isWaitedFor, stepOf } from './approval-row.ts';
import { type ApprovalDesk, type ApprovalQuestion, type AskApprovalOptions, GRANT_TIME } from './desk.ts';
import { approvalAborted, approvalFailed, noOneToAsk } from './rejections.ts';
import type { Settlement } from './request.ts';
import { settleRow } from './take-answer.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** One call that asks: an earlier answer counts, then whoever can be asked now. */
export class Asking {
  readonly #question: ApprovalQuestion;
  readonly #asked: AskApprovalOptions;
  readonly #desk: ApprovalDesk;

  constructor(question: ApprovalQuestion, asked: AskApprovalOptions, desk: ApprovalDesk) {
    this.#question = question;
    this.#asked = asked;
    this.#desk = desk;
  }

  async toEnd(): Promise<Settlement> {
    const { options, closing } = this.#desk;
    const { signal, approver } = this.#asked;
    try {
      if (signal?.aborted || closing.signal.aborted) return approvalAborted(undefined);
      const earlier = (await this.#useGrant()) ?? (await this.#goOn());
      if (earlier) return earlier;
      if (options.interactive || options.approver || approver) {
        const settled = await this.#wait(await this.#insert(true));
        if (settled) return settled;
      }
      return noOneToAsk(await this.#leave());
    } catch (error) {
      return approvalFailed(this.#question.tool, error);
    }
  }

  get #rows() {
    return this.#desk.options.store.approvals;
  }

  /** Uses a yes that came when no call waited for it any more. */
  async #useGrant(): Promise<Settlement | undefined> {
    const { grantKey } = this.#asked;
    const id = await this.#rows.useGrant(grantKey, this.#desk.options.now());
    const row = id === undefined ? undefined : await this.#rows.get(id);
    if (row?.status !== 'answered' || row.grantKey !== grantKey) return undefined;
    const settled = conclude(row);
    if (!settled.approved) return undefined;
    this.#tellAnswered(row, { grantUsed: true });
    return settled;
  }

  /** Resumes the question of an earlier process for the same step; it counts no longer if the files have changed. */
  async #goOn(): Promise<Settlement | undefined> {
    const { step, sessionID, grantKey } = this.#asked;
    if (step === undefined) return undefined;
    const rows = await this.#rows.list({ sessionID });
    const own = rows.find(row => stepOf(row) === step);
    if (own?.status === 'pending' && own.expiresAt > this.#desk.options.now()) return this.#takeOver(own);
    if (own?.status !== 'answered' || own.grantKey !== grantKey) return undefined;
    await this.#desk.heedRules(own);
    this.#tellAnswered(own);
    return conclude(own);
  }

  async #takeOver(row: ApprovalRow): Promise<Settlement | undefined> {
    const { options } = this.#desk;
    if (row.grantKey !== this.#asked.grantKey) {
      await settleRow(row, { status: 'withdrawn' }, options);
      return undefined;
    }
    const own = { ...row, processID: options.self.id };
    return (await this.#rows.adopt(row.id, own.processID)) ? this.#wait(own) : this.#goOn();
  }

  async #wait(row: ApprovalRow): Promise<Settlement | undefined> {
    const settled = await waitForAnswer(row, this.#asked, this.#desk);
    return settled === 'left' ? undefined : settled;
  }

  /** Inserts the row, which is there before anyone is asked. */
  async #insert(waiting: boolean): Promise<ApprovalRow> {
    const { options } = this.#desk;
    const { timeout, grantTime = GRANT_TIME } = options;
    const { sessionID, agent, grantKey, step } = this.#asked;
    const { stepId, tool, reason, danger, effects } = this.#question;
    const id = options.newId();
    const createdAt = options.now();
    const row: ApprovalRow = {
      id,
      callID: stepId,
      sessionID,
      agent,
      processID: options.self.id,
      tool,
      grantKey,
      createdAt,
      request: JSON.parse(JSON.stringify({ ...this.#question, id, waiting, step })) as Record<string, unknown>,
      status: 'pending',
      expiresAt: createdAt + (waiting ? timeout : grantTime),
    };
    await this.#rows.insert(row);
    // A command may hold a secret, and more people see the stream than the one who is asked.
    const shown = mask({ reason, danger, effects }) as Record<string, unknown>;
    this.#desk.tellRequested(row, { ...shown, waiting });
    return row;
  }

  /** Leaves a request: a person may still answer, for the next time. The same call again is the same request. */
  async #leave(): Promise<ApprovalRow> {
    const { now } = this.#desk.options;
    const pending = await this.#rows.list({ status: 'pending' });
    const isSame = (row: ApprovalRow) =>
      row.grantKey === this.#asked.grantKey && !isWaitedFor(row) && row.expiresAt > now();
    return pending.find(isSame) ?? this.#insert(false);
  }

  #tellAnswered(row: ApprovalRow, more?: { readonly grantUsed: boolean }): void {
    const { sessionID, agent } = this.#asked;
    this.#desk.tellResolved(row, { sessionID, agent, callID: this.#question.stepId }, more);
  }
}
