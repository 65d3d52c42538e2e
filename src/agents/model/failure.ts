import { ToolError } from '../../tool/error.ts';
import { maskText, shortenText } from '../../tool/text/mask.ts';
import { CutOffError } from './ask-model.ts';

/** A failure of a model, and the remedy. */
export interface ModelFailure {
  readonly error: ToolError;
  /** `again`: the failure may pass. `shorter`: the conversation is too long. `other`: asking again will not help. */
  readonly remedy: 'again' | 'shorter' | 'other';
  /** Milliseconds that the provider asks to wait. */
  readonly wait?: number;
  /** The most attempts that are worth it; left out: any number. */
  readonly tries?: number;
  /** Whether the provider refuses the request as it is. */
  readonly refused: boolean;
}

type Headers = Readonly<Record<string, string | undefined>>;

const BUSY: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);
const BUSY_WORDS = /rate.?limit|overload|too many requests|unavailable|server.?error|timed?.?out|try again|capacity/i;
const TOO_LONG =
  /context.{0,20}(?:length|window|size)|maximum.{0,30}tokens|too (?:long|many tokens)|prompt.{0,20}long/i;
const NOBODY_THERE: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Reads an error that a provider threw or sent. */
export function toModelFailure(thrown: unknown, now: number): ModelFailure {
  const cut = cutOffOf(thrown);
  if (cut) return cut.endless ? other(cut.message) : again(cut.message);
  const facts = factsOf(thrown);
  const { status, text, code } = facts;
  const what = status === undefined ? text : `HTTP ${status}${text ? `: ${text}` : ''}`;
  if (status === 401 || status === 403)
    return other(`The model's provider refuses the key (${what})`, 'Check the key of the provider and what it may do.');
  if (status !== undefined && status < 400)
    return other(`The model's server sends us elsewhere (${what})`, 'Set the baseURL to where it really is.');
  if (status === 404)
    return other(`The provider does not know the model (${what})`, "Check the model's name and the baseURL.");
  if ((status === 413 || status === 400 || status === undefined) && TOO_LONG.test(text))
    return { ...other(`The conversation is too long for the model (${what})`), remedy: 'shorter' };
  const unreached = again(`The model's server cannot be reached (${text})`, 'Is it running? Check the baseURL.');
  if (NOBODY_THERE.has(code) || (status === undefined && text.startsWith('Cannot connect')))
    return { ...unreached, tries: 3 };
  const busy = status === undefined ? facts.retryable || BUSY_WORDS.test(`${code} ${text}`) : BUSY.has(status);
  if (!busy) return { ...other(`The model's provider refused the request (${what})`), refused: status !== undefined };
  return { ...again(`The model's provider is busy or failing (${what})`), wait: waitOf(facts.headers, now) };
}

/** Our own error, which may lie inside of an error of the SDK. */
function cutOffOf(thrown: unknown): CutOffError | undefined {
  for (let at = thrown, depth = 0; depth < 5 && at; at = recordOf(at).cause, depth++)
    if (at instanceof CutOffError) return at;
  return undefined;
}

const failing =
  (remedy: 'again' | 'other') =>
  (message: string, suggestion?: string): ModelFailure => ({
    error: new ToolError('EXECUTION_ERROR', message, { retryable: remedy === 'again', suggestion }),
    remedy,
    refused: false,
  });
const again = failing('again');
const other = failing('other');

/** The facts of a failure: from the SDK's own error, from one in a stream, or from anything else. */
function factsOf(thrown: unknown) {
  const error = recordOf(thrown);
  const inner = recordOf(error.error);
  const body = bodyMessage(error.responseBody);
  const said =
    body ?? textOf(error.message) ?? textOf(inner.message) ?? (typeof thrown === 'string' ? thrown : undefined);
  const status = [error.statusCode, error.status, error.code, inner.code].find(isStatus);
  return {
    status,
    text: shortenText(maskText((said ?? 'no reason given').replace(/\s+/g, ' ').trim()), 500),
    code: codeOf(error) ?? `${textOf(error.type) ?? ''} ${textOf(error.code) ?? ''} ${textOf(inner.type) ?? ''}`,
    headers: recordOf(error.responseHeaders) as Headers,
    retryable:
      error.isRetryable === true || error.retryable === true || GARBLED.has(error.name) || thrown instanceof TypeError,
  };
}

/** Errors for a bad answer: cut, empty, no JSON, or not of the form that it should have. */
const GARBLED: ReadonlySet<unknown> = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
  'AI_NoContentGeneratedError',
]);

const isStatus = (value: unknown): value is number => typeof value === 'number' && value >= 300 && value < 600;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The code of a network error, which lies a few causes deep. */
function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  for (let at: unknown = error, depth = 0; depth < 5 && at; at = recordOf(at).cause, depth++) {
    const { code, errors } = recordOf(at);
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code;
    if (Array.isArray(errors)) {
      const found = errors.map(each => recordOf(each).code).find(each => typeof each === 'string');
      if (typeof found === 'string') return found;
    }
  }
  return undefined;
}

function bodyMessage(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const { error, message } = recordOf(JSON.parse(body));
    return textOf(recordOf(error).message) ?? textOf(error) ?? textOf(message);
  } catch {
    return undefined;
  }
}

/** Milliseconds to wait, from `Retry-After` as seconds or a date, or the finer header that some providers send. */
function waitOf(headers: Headers, now: number): number | undefined {
  const fine = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (fine >= 0) return fine;
  const said = headers['retry-after'];
  if (said === undefined || said.trim() === '') return undefined;
  const seconds = Number(said);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
