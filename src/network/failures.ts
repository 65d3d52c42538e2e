import { ToolError } from '../tool/error.ts';

/** The rule that refused a request. */
export type NetworkRule =
  | ('url' | 'scheme' | 'user-info' | 'port' | 'host-name' | 'local-name' | 'allowlist')
  | ('address' | 'redirects' | 'downgrade' | 'certificate' | 'proxy');

/** The place where a request was: all that an error says of a URL, for paths and queries may hold secrets. */
export interface RequestPlace {
  readonly host: string;
  /** The hop: 0 for the request itself, then the redirects. */
  readonly hop: number;
}

const sayPlace = ({ host, hop }: RequestPlace) => (hop === 0 ? host : `${host} (redirect ${hop})`);

export function requestBlocked(rule: NetworkRule, place: RequestPlace, why: string, suggestion?: string): ToolError {
  const details = { rule, host: place.host, hop: place.hop };
  return new ToolError('NETWORK_BLOCKED', `${sayPlace(place)} is refused: ${why}`, { details, suggestion });
}

export function transferTooLarge(place: RequestPlace, what: string, limit: number): ToolError {
  const message = `${sayPlace(place)}: ${what} larger than ${limit} bytes`;
  return new ToolError('TOO_LARGE', message, { details: { host: place.host, hop: place.hop, limit } });
}

export function requestTimedOut(place: RequestPlace, what: string, limit: number): ToolError {
  const message = `${sayPlace(place)}: ${what} took longer than ${limit} ms`;
  return new ToolError('TIMEOUT', message, { details: { host: place.host, hop: place.hop, limit }, retryable: true });
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** The error for a fault of others: only the code of the cause is told, for its text may quote what was sent. */
export function requestFailed(place: RequestPlace, what: string, cause?: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const code = codeOf(cause);
  const message = `${sayPlace(place)}: ${what}${code === undefined ? '' : ` (${code})`}`;
  const details = { host: place.host, hop: place.hop, cause: code };
  return new ToolError('EXECUTION_ERROR', message, { details, retryable: true, cause });
}

export function noConnection(place: RequestPlace, cause: unknown): ToolError {
  const code = codeOf(cause) ?? '';
  if (!(cause instanceof ToolError) && /CERT|SIGNATURE|ISSUER/.test(code))
    return requestBlocked('certificate', place, `its certificate does not hold (${code})`);
  return requestFailed(place, 'no connection', cause);
}

export function requestAborted(place: RequestPlace, reason: unknown): ToolError {
  if (reason instanceof ToolError) return reason;
  const details = { host: place.host, hop: place.hop };
  return new ToolError('ABORTED', `${sayPlace(place)}: the request was given up`, { details, cause: reason });
}
