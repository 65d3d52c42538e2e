import type { InputResponse, ServerContext } from '@modelcontextprotocol/server';
import { type ActivityEvent, ActivityEventType } from '../../../../index.ts';
import type { Line } from '../asking/conversation.ts';
import type { Caller } from '../caller.ts';

/** The most characters of output in one message. */
const MOST = 500;
/** Milliseconds between two words on a waiting question: many clients give up after a silent minute. */
const PATIENCE = 10_000;

/** Tells the client the progress of a call, if it wants to know, until it is closed. The numbers only ever grow. */
export function reportProgress({ mcpReq }: ServerContext): Pick<Line, 'onEvent' | 'close'> {
  const { progressToken } = mcpReq._meta ?? {};
  if (progressToken === undefined) return { onEvent: () => {}, close: () => {} };
  let last = -1;
  let waiting: NodeJS.Timeout | undefined;

  function tell({ progress: told, total, message }: ToldProgress): void {
    last = told !== undefined && told > last ? told : last + 1;
    const within = total !== undefined && total >= last ? { total } : {};
    const params = { progressToken: progressToken!, progress: last, ...within, message: message || undefined };
    // A client that has gone is noticed by the request's own signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }

  return {
    onEvent(event) {
      if (event.type === ActivityEventType.APPROVAL_REQUESTED) {
        clearInterval(waiting);
        waiting = setInterval(tell, PATIENCE, { message: 'waiting for a person to approve it' });
      } else if (event.type === ActivityEventType.APPROVAL_RESOLVED) clearInterval(waiting);
      const told = toldBy(event);
      if (told) tell(told);
    },
    close: () => clearInterval(waiting),
  };
}

type ToldProgress = { readonly progress?: number; readonly total?: number; readonly message?: string };

function toldBy({ type, data }: ActivityEvent): ToldProgress | undefined {
  if (type === ActivityEventType.TOOL_OUTPUT_CHUNK) return { message: String(data.chunk).slice(-MOST) };
  if (type !== ActivityEventType.TOOL_CALL_UPDATE) return undefined;
  const { progress, total } = data;
  return { progress: numberIn(progress), total: numberIn(total), message: messageOf(data) };
}

/** The words of an update, for people. */
export function messageOf({ title, elapsed }: ActivityEvent['data']): string | undefined {
  if (typeof title === 'string') return title;
  return typeof elapsed === 'number' ? `running for ${Math.round(elapsed / 1000)} s` : undefined;
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A form waits for a person as long as the approval does, which takes it back. */
export const NO_TIMEOUT = 2 ** 31 - 1;

/** The way to tell and ask the client of a request while the request is open. */
export function openLine(ctx: ServerContext, { modern }: Caller): Line {
  const push: Line['push'] = (request, signal) =>
    ctx.mcpReq.send(request, { signal, timeout: NO_TIMEOUT }) as Promise<InputResponse>;
  return {
    ...reportProgress(ctx),
    log: (level, data) => void ctx.mcpReq.log(level, data).catch(() => {}),
    hangUp: () => ctx.http?.closeSSE?.(),
    push: modern ? undefined : push,
  };
}
