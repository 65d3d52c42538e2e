import type { Failure } from '../tool/error.ts';
import type { ApiFailure } from './api.ts';

type Code =
  | Failure['code']
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'UNAVAILABLE'
  | 'PREVIEW_NEEDED';

/** What a request is answered with when it is not done. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly body: ApiFailure;

  constructor(
    status: number,
    code: Code,
    said: Omit<ApiFailure['error'], 'code' | 'message'> & { readonly message: string },
  ) {
    super(said.message);
    this.status = status;
    this.body = { error: { code, ...said } };
  }

  toResponse(headers: Readonly<Record<string, string>> = {}): Response {
    return Response.json(this.body, { status: this.status, headers });
  }
}

export const resourceNotFound = (what: string): ApiRefusal =>
  new ApiRefusal(404, 'NOT_FOUND', { message: `There is no ${what}` });

/** The text in quotes, for a message; nobody needs more of what is wrong than its beginning. */
export const quoteBeginning = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
