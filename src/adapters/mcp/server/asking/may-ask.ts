const trusted = new WeakSet<Request>();

/**
 * Says of a request over HTTP that it comes from a client whose questions reach a person: its answers to approvals are
 * believed. For guards that know the client by more than its own word.
 */
export function trustToAsk(request: Request): void {
  trusted.add(request);
}

/** The one client of a pipe was started by the person, or by what they started. */
export const mayAsk = (request: Request | undefined): boolean => request === undefined || trusted.has(request);
