import type { Approver } from '../approval/request.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { CallRequest } from '../pipeline/call.ts';
import { newId } from '../tool/id.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { AgentBook } from './agents/agent-book.ts';
import type { StopResult } from './api.ts';
import { resourceNotFound } from './refusal.ts';

export type People = ReturnType<typeof createPeople>;

/** People at the console: their calls take the way of all calls, in a session of their own. */
export function createPeople(gate: Toolgate) {
  const sessionID = `console-${newId()}`;
  return {
    sessionID,
    /** Makes a call; `sure`: the page has asked already what the call would ask. */
    call(call: CallRequest, { by, sure = false }: { by: string | undefined; sure?: boolean }): Promise<Outcome> {
      const agent = personOf(by);
      // The person answers by name, so that the records have that name, and not one of some approver.
      const approver: Approver = async ({ id }) => {
        await gate.approvals.answer(id, 'allow_once', agent);
        return undefined;
      };
      return gate.execute(call, { sessionID, agent, approver: sure ? approver : undefined, answered: sure });
    },
  };
}

const LONGEST_NAME = 60;

/** A name that records can show. */
export function personOf(by: string | undefined): string {
  const plain = (by ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._@'-]+|\p{Variation_Selector}|\u034f/gu, '');
  // The name is cut between characters, so that no half of one is kept.
  const name = Array.from(plain.trim()).slice(0, LONGEST_NAME).join('');
  return /[\p{L}\p{N}]/u.test(name) ? name : 'console';
}

export async function stopCall(gate: Toolgate, id: string, by: string | undefined): Promise<StopResult> {
  if (!(await gate.store.calls.get(id))) throw resourceNotFound('call', id);
  return { stopped: await gate.stop({ call: id }, { by: personOf(by) }) };
}

/** Stops an agent with all below it; the first agent is the run. A run of a worker is cancelled. */
export async function stopAgent(gate: Toolgate, book: AgentBook, id: string, by?: string): Promise<StopResult> {
  const known = (await gate.store.runs.get(id)) ?? (await book.find(id));
  if (!known) throw resourceNotFound('agent', id);
  return { stopped: await gate.stop({ session: id }, { by: personOf(by) }) };
}
