import { ToolError } from '../../tool/error.ts';
import { maskText, shortenText } from '../../tool/text/mask.ts';

/** The error of a provider, as an error for the caller. */
interface ModelProblem {
  readonly error: ToolError;
  /** Whether the model does not take the request in this form; a plainer one may do. */
  readonly refused: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly wait: number | undefined;
}

const BUSY: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

export function toModelProblem(thrown: unknown): ModelProblem {
  const status = statusOf(thrown);
  const said = shortenText(maskText(messageOf(thrown).replace(/\s+/g, ' ').trim()), 300);
  const what = status === undefined ? said : `HTTP ${status}: ${said}`;
  const problem = (message: string, suggestion: string, retryable = false): ModelProblem => ({
    error: new ToolError('EXECUTION_ERROR', message, { suggestion, retryable, cause: thrown }),
    refused:
      !retryable && (status === 400 || status === 404 || status === 415 || status === 422 || isUnsupported(thrown)),
    wait: waitOf(thrown),
  });
  if (status === 401 || status === 403)
    return problem(`The provider of the vision model refuses the key (${what})`, 'Check the key of the provider.');
  if (status === 413)
    return problem(`The picture is too large for the vision model (${what})`, 'Give a smaller picture.');
  if (status === 404)
    return problem(`The provider does not know the vision model (${what})`, 'Check "visionModel" in the config.');
  if (status !== undefined && BUSY.has(status))
    return problem(`The provider of the vision model is busy or failing (${what})`, 'Try again later.', true);
  if (status !== undefined || isUnsupported(thrown))
    return problem(
      `The vision model does not take the request (${what})`,
      'Set "visionModel" in the config to a model that takes pictures.',
    );
  return problem(
    `The vision model gave no answer (${what})`,
    'Check that its server runs, and its address in the config.',
    true,
  );
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isUnsupported = (thrown: unknown): boolean => recordOf(thrown).name === 'AI_UnsupportedFunctionalityError';

function statusOf(thrown: unknown): number | undefined {
  const { statusCode } = recordOf(thrown);
  return typeof statusCode === 'number' && statusCode >= 300 ? statusCode : undefined;
}

/** The message of the server, if there is one; otherwise that of the innermost cause. */
function messageOf(thrown: unknown): string {
  const { responseBody, message } = recordOf(thrown);
  if (typeof responseBody === 'string') {
    try {
      const inner = recordOf(recordOf(JSON.parse(responseBody)).error).message;
      if (typeof inner === 'string') return inner;
    } catch {
      // If the body is no JSON, the words of the SDK stay.
    }
  }
  return typeof message === 'string' && message !== '' ? message : 'no reason given';
}

function waitOf(thrown: unknown): number | undefined {
  const seconds = Number(recordOf(recordOf(thrown).responseHeaders)['retry-after'] ?? Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : undefined;
}
