const trusted = new WeakSet<Request>();

/**
 * Notes that a request over HTTP comes from a client whose questions reach a person: its answers to approvals are
 * believed. For guards that know the client by more than its own word.
 */
export function trustToAsk(request: Request): void {
  trusted.add(request);
}

/** Whether a client may ask. The one client of a pipe was started by the person, or by a program that they started. */
export const mayAsk = (request: Request | undefined): boolean => request === undefined || trusted.has(request);
