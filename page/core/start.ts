import type { ApprovalList, CallList, Overview } from '../../src/console/api.ts';
import { followEvents } from './follow-events.ts';
import { live } from './live.ts';
import { RequestFailure, request } from './request.ts';

/** Of what happened before the page came: so that a call under way has the output that it printed so far. */
const BEFORE = 500;
const RETRY = 1_000;

/** Loads what is there, and follows what comes after. Gives back why not where the token is refused. */
export async function startConsole(signal: AbortSignal): Promise<RequestFailure | undefined> {
  const overview = await firstAnswer(signal);
  if (overview === undefined || overview instanceof RequestFailure) return overview;
  live.startFrom(Math.max(0, overview.lastSeq - BEFORE));
  void loadCalls(signal);
  await followEvents({
    from: live.lastSeq,
    onEvents: live.take,
    onGap: seq => {
      live.gap(seq);
      void loadCalls(signal);
    },
    onConnection: live.connection,
    signal,
  });
  if (signal.aborted) return undefined;
  return new RequestFailure(401, { message: 'The server refused the token' });
}

async function firstAnswer(signal: AbortSignal): Promise<Overview | RequestFailure | undefined> {
  while (!signal.aborted) {
    try {
      return await request<Overview>('/overview', { signal });
    } catch (error) {
      if (error instanceof RequestFailure && (error.status === 401 || error.status === 403)) return error;
      live.connection('waiting');
      await new Promise(resolve => window.setTimeout(resolve, RETRY));
    }
  }
  return undefined;
}

async function loadCalls(signal: AbortSignal): Promise<void> {
  try {
    live.load(await request<CallList>('/calls?limit=200', { signal }), true);
    const { pending } = await request<ApprovalList>('/approvals', { signal });
    live.waiting(new Map(pending.map(({ stepId, createdAt }) => [stepId, createdAt])));
  } catch {
    // The events tell of what comes; older ones can be asked for from the list.
  }
}
