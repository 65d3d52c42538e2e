import type { InputResponse, ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.ts';
import { reportProgress } from '../tools/report-progress.ts';
import type { Line } from './conversation.ts';

/** A form waits for a person as long as the approval does, which takes it back. */
export const NO_TIMEOUT = 2 ** 31 - 1;

/** The way to tell and ask the client of a request while the request is open. */
export function openLine(ctx: ServerContext, { modern }: Caller): Line {
  return {
    ...reportProgress(ctx),
    log: (level, data) => void ctx.mcpReq.log(level, data).catch(() => {}),
    hangUp: () => ctx.http?.closeSSE?.(),
    ...(modern
      ? {}
      : {
          push: (request, signal) =>
            ctx.mcpReq.send(request, { signal, timeout: NO_TIMEOUT }) as Promise<InputResponse>,
        }),
  };
}
