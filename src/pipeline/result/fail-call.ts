import { withoutDefaults } from '../../tool/arguments/without-defaults.ts';
import { ERROR_CODES, type ErrorCode, isErrorType } from '../../tool/codes.ts';
import { type Failure, ToolError, toFailure } from '../../tool/error.ts';
import { toToolError } from '../../tool/from/unwrap.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { callLine, maskSafely, maskText, shortenText } from '../../tool/text/mask.ts';
import { showUnseen } from '../../tool/text/unseen.ts';
import { markUntrusted } from '../../tool/text/untrusted.ts';
import type { CallEnd, Standing } from '../call-states.ts';
import { callAborted } from '../run/call-aborted.ts';
import { stoppedBy } from '../stop/stop-reason.ts';
import { hideUnshown } from './hide-unshown.ts';

/** Makes the outcome of a call that went wrong, however far it came. */
export function failCall(call: Standing, error: unknown): CallEnd {
  const { name, tool, run, trail } = call;
  const failure = failureFor(call, error);
  const said = `${failure.code}: ${failure.message}`;
  // The words of a failing tool of others are marked like its other words.
  const hasRun = run?.startedAt !== undefined;
  const outside = tool?.origin === 'foreign' && hasRun && failure.code === 'EXECUTION_ERROR';
  const outcome: Outcome = {
    ok: false,
    callID: call.callID,
    id: call.request.id,
    tool: name,
    title: `${name}: ${failure.code}`,
    output: [outside ? markUntrusted(said, name) : said, unsaid(failure), ...trail.notes].filter(Boolean).join('\n'),
    value: undefined,
    metadata: {},
    attachments: [],
    error: failure,
  };
  return { outcome, forPeople: forPeopleIn(error) };
}

export function failureFor(call: Standing, error: unknown): Failure {
  const { name, given, args, ready } = call;
  const line = callLine(name, withoutDefaults(given ?? args, ready?.parameters.json));
  const plain = hideUnshown(call, plainFailure(error));
  const by = STOPPED.has(plain.code) ? stoppedBy(call.stop) : undefined;
  const stopped = by === undefined ? '' : `Stopped by ${by}. `;
  return {
    ...plain,
    message: showUnseen(`${line}: ${stopped}${plain.message}`),
    ...(plain.suggestion === undefined ? {} : { suggestion: showUnseen(plain.suggestion) }),
  };
}

const STOPPED: ReadonlySet<ErrorCode> = new Set(['ABORTED', 'OUTCOME_UNKNOWN']);

/** The suggestion, where the message does not have it already. */
const unsaid = ({ message, suggestion }: Failure): string | undefined =>
  suggestion !== undefined && message.includes(suggestion) ? undefined : suggestion;

/** A failure for anything that a tool has thrown, also for what only looks like one of our errors. */
function plainFailure(error: unknown): Failure {
  try {
    if (error instanceof ToolError && Object.hasOwn(ERROR_CODES, error.code)) return ownFailure(error);
    if (error instanceof Error && error.name === 'AbortError') return toFailure(callAborted());
    // A tool may have its errors from another copy of this package; words that only the gate may say are not believed.
    if (error instanceof Error && error.name === 'ToolError') return ownFailure(toToolError(error));
  } catch {
    // The thrown thing defends itself against being looked at.
  }
  return toFailure(new ToolError('EXECUTION_ERROR', shortenText(maskText(messageOf(error)), MOST)));
}

function forPeopleIn(error: unknown): string | undefined {
  try {
    if (error instanceof ToolError && error.forPeople !== undefined) return shortenText(String(error.forPeople), MOST);
  } catch {
    // The thrown thing defends itself here too.
  }
  return undefined;
}

function ownFailure(error: ToolError): Failure {
  const { suggestion, details, ...failure } = toFailure(error);
  return {
    ...failure,
    type: isErrorType(failure.type) ? failure.type : ERROR_CODES[failure.code],
    message: shortenText(maskText(String(error.message)), MOST),
    ...(suggestion === undefined ? {} : { suggestion: shortenText(String(suggestion), MOST) }),
    ...(details === undefined ? {} : { details: boundedDetails(details) }),
  };
}

/** The most characters of an error's message and of its suggestion; its details may have twice as many. */
const MOST = 20_000;

/** Details as JSON and of a bearable size, whatever a tool has put into them. */
function boundedDetails(details: NonNullable<Failure['details']>): Failure['details'] {
  try {
    if (JSON.stringify(details).length <= 2 * MOST) return details;
  } catch {
    // The details hold a circle, or a number that JSON cannot write.
  }
  return maskSafely(details, 2_000) as Failure['details'];
}

/** The message of what was thrown, which may be anything, also a thing that cannot be shown. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'The tool failed without a reason';
  }
}
