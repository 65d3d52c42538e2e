import type { Failure } from '../tool/error.ts';
import type { ApiFailure } from './api.ts';

type OwnCode = 'NOT_FOUND' | 'CONFLICT' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'UNAVAILABLE' | 'PREVIEW_NEEDED';

/** The answer to a request that is not done. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly body: ApiFailure;

  constructor(status: number, code: Failure['code'] | OwnCode, said: Omit<ApiFailure['error'], 'code'>) {
    super(said.message);
    this.status = status;
    this.body = { error: { code, ...said } };
  }

  toResponse(headers: Readonly<Record<string, string>> = {}): Response {
    return Response.json(this.body, { status: this.status, headers });
  }
}

/** The refusal of a wrong id, of which nobody needs more than the beginning. */
export function resourceNotFound(what: string, id?: string): ApiRefusal {
  const named = id === undefined ? '' : ` ${JSON.stringify(id.length > 80 ? `${id.slice(0, 80)}…` : id)}`;
  return new ApiRefusal(404, 'NOT_FOUND', { message: `There is no ${what}${named}` });
}
