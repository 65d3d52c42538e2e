import { authorization } from './token.ts';
import { personName } from './use-kept.ts';

/** What the server refused, or that it could not be reached (status 0). */
export class RequestFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly suggestion: string | undefined;

  constructor(status: number, said: { code?: unknown; message?: unknown; suggestion?: unknown }) {
    super(typeof said.message === 'string' ? said.message : `The server answered ${status}`);
    this.status = status;
    this.code = typeof said.code === 'string' ? said.code : '';
    this.suggestion = typeof said.suggestion === 'string' ? said.suggestion : undefined;
  }
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export async function request<T>(path: string, { method = 'GET', body, signal }: Asked = {}): Promise<T> {
  const headers = { ...authorization(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      cache: 'no-store',
      ...sent,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailure(0, { message: 'The server cannot be reached; is `toolgate serve` still running?' });
  }
  const text = await response.text();
  const said = parsed(text);
  if (!response.ok) throw new RequestFailure(response.status, (said as { error?: object } | undefined)?.error ?? {});
  return said as T;
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** With the name that the person goes by, for the records. */
export const post = <T>(path: string, body: object = {}): Promise<T> =>
  request<T>(path, { method: 'POST', body: { ...body, by: personName() } });

/** `?a=1&b=2` of what is there. */
export function query(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

export const segment = (id: string): string => encodeURIComponent(id);
