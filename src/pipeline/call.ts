import type { ActivityListener } from '../activity/activity-stream.ts';
import { ActivityEventType } from '../activity/event-types.ts';
import type { Approver } from '../approval/request.ts';
import type { Decision, Facts } from '../policy/types.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import type { ToolMatch } from '../registry/registry.ts';
import type { ClaimRow } from '../store/port.ts';
import { parseArguments } from '../tool/arguments/parse-arguments.ts';
import { ERROR_CODES } from '../tool/codes.ts';
import type { AgentRole, CallContext, Result } from '../tool/context.ts';
import type { ApprovalBinding } from '../tool/define.ts';
import type { Capability, Danger, Effects } from '../tool/effect.ts';
import { type Failure, ToolError, toFailure } from '../tool/error.ts';
import type { Files } from '../tool/files.ts';
import type { History } from '../tool/history.ts';
import { newId } from '../tool/id.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyTool } from '../tool/ready.ts';
import { callLine, maskSafely, maskText, shortenText } from '../tool/text/mask.ts';
import { showUnseen } from '../tool/text/unseen.ts';
import { markUntrusted } from '../tool/text/untrusted.ts';
import type { WorkProgress } from '../workspace/pace.ts';
import type { CallFiles, CommittedSet } from '../workspace/port.ts';
import type { EarlyQuestion } from './ask/ahead.ts';
import type { StageMark } from './record/stage-mark.ts';
import { callAborted } from './run/call-aborted.ts';
import type { Step } from './run/step.ts';
import type { Runtime } from './runtime.ts';
import type { Seat } from './schedule/scheduler.ts';
import type { KeptAnswer, Session } from './session/session.ts';

/** What a model asks for. */
export interface CallRequest {
  /** The caller's own id; a label, never a key. */
  readonly id?: string | number;
  readonly name: string;
  /** An object, or the JSON text that a model wrote. */
  readonly args: unknown;
}

/** Someone's no, given before the call came. */
export interface EarlyRefusal {
  /** From the person to the model. */
  readonly message?: string;
}

/** Who asks. */
export interface CallScope {
  readonly session: Session;
  readonly agent: string;
  readonly turn: number;
  readonly messageID: string;
  readonly abort?: AbortSignal;
  readonly approver?: Approver | undefined;
  readonly refused?: EarlyRefusal | undefined;
  readonly onEvent?: ActivityListener | undefined;
  readonly step?: Step | undefined;
}

const NONE: readonly never[] = [];

/** Milliseconds between two words on how far it is. */
const TOLD_EVERY = 1000;

/** One call on its way through the stages: each stage reads what earlier ones found and adds its own. */
export class Call {
  readonly callID = newId();
  readonly request: CallRequest;
  readonly scope: CallScope;
  readonly runtime: Runtime;
  readonly startedAt: number;

  name: string;
  args: unknown;
  /** The arguments as they came, without defaults; for messages. */
  given: unknown;
  tool: RegisteredTool | undefined;
  alias: ToolMatch['alias'];
  #ready: ReadyTool | undefined;
  /** What was repaired or changed, for the model. */
  readonly notes: string[] = [];
  /** How a person lets be what was refused. */
  forPeople?: string | undefined;
  /** The stages that it went through. */
  readonly marks: StageMark[] = [];
  effects: Effects = [];
  danger: Danger = 'dangerous';
  /** What makes it so, in the tool's own words. */
  dangerWhy: string | undefined;
  /** It may run code that its text does not show. */
  opaque = true;
  /** There are private files that it could read, though it names none. Looked up only where that matters. */
  mayReadPrivate = false;
  facts: Facts | undefined;
  decision: Decision | undefined;
  /** The arguments are a person's, given with their yes. */
  changedByPerson = false;
  /** What a person was asked in the middle of its run, and how often. */
  readonly asked = new Map<string, number>();
  /** A question that was put while the call waited for others. */
  ahead: EarlyQuestion | undefined;
  /** Its place among the requests of its client; a call of a turn keeps its own. */
  seat: Seat | undefined;
  /** Who answered the question about it. */
  answeredBy: string | undefined;
  /** Allowed, by the policy or by a person. */
  granted = false;
  /** The files as they were when the call was judged, or shown to the person who allowed it. */
  judged = '';
  /** Where what it runs stands, and what steers that; looked up where a person is asked. */
  bound: ApprovalBinding | undefined;
  /** How often it was judged anew because the files had changed meanwhile. */
  rounds = 0;
  /** The files that a pure read is about to read, as they are before it. */
  seen: KeptAnswer['identities'] | undefined;
  claims: readonly ClaimRow[] = [];
  attempts = 0;
  /** Of the output. */
  bytes = 0;
  tokens = 0;
  /** Resolved, coerced and validated ahead of its run, for scheduling. */
  prepared = false;
  prepareFailure: unknown;
  /** The tool that stood for it, where it came by another one. */
  by: string | undefined;
  /** Its place among the calls of its session, and of those above; undefined while it does not run. */
  numbers: readonly number[] | undefined;
  /** What it touches depends on what earlier calls have changed. */
  looksBack = false;
  /** When the tool was started; undefined while it was not. */
  ranAt: number | undefined;
  /** The same by a clock that never jumps. */
  ranSince: number | undefined;
  /** Whoever keeps the work that it is a step of knows that it runs. */
  stepBegun = false;
  /** Only explained: it must leave no trace. */
  dry = false;
  result: Result | undefined;
  /** The result as text for the model. */
  text = '';
  /** New syntax errors in what the call changed. */
  syntax: readonly string[] = [];
  committed: CommittedSet | undefined;
  /** Where later calls of the session begin, if this one ends well. */
  workIn: string | undefined;
  outcome: Outcome | undefined;
  /** Called when the call is on record: equal calls wait for it. */
  recorded: (() => void) | undefined;
  /** Run in the reverse order once the call has its outcome. */
  readonly cleanups: (() => void | Promise<void>)[] = [];
  #shown: unknown;
  #shownFor: unknown;
  #context: CallContext | undefined;
  #toldAt = performance.now();
  #files: CallFiles | undefined;
  #survey: CallFiles | undefined;

  constructor(request: CallRequest, scope: CallScope, runtime: Runtime) {
    // A list of calls may hold anything; each entry gets its outcome.
    this.request = request ?? { name: '', args: undefined };
    this.scope = scope;
    this.runtime = runtime;
    this.name = nameCall(this.request.name);
    this.args = readText(this.request.args);
    this.startedAt = runtime.now();
  }

  get sessionID(): string {
    return this.scope.session.id;
  }

  get agent(): string {
    return this.scope.agent;
  }

  /**
   * Other names that rules may know it by: the tool that it came by, and those that a tool came with after the rules
   * were read.
   */
  get alsoAs(): readonly string[] {
    const { by, tool } = this;
    const aliases = tool && tool.origin !== 'built-in' && tool.aliases.length > 0 ? tool.aliases : NONE;
    if (by === undefined && aliases.length === 0) return NONE;
    return [...(by === undefined ? [] : [by]), ...aliases.map(({ name }) => name)];
  }

  /** There once the call is resolved. */
  get ready(): ReadyTool {
    if (!this.#ready) throw new Error('The call is not resolved yet');
    return this.#ready;
  }

  set ready(ready: ReadyTool) {
    this.#ready = ready;
  }

  get resolved(): boolean {
    return this.#ready !== undefined;
  }

  /** The arguments as records may show them. Worked out once for each set of arguments. */
  get shownArgs(): unknown {
    if (this.#shownFor !== this.args || this.#shown === undefined) {
      this.#shownFor = this.args;
      this.#shown = maskSafely(this.args);
    }
    return this.#shown;
  }

  /** What long work with files has come to, told once a second, also while it is judged and rehearsed. */
  readonly report = ({ did, done, of }: WorkProgress): void => {
    const now = performance.now();
    const last = Math.max(this.#toldAt, this.ranSince ?? 0);
    if (this.dry || this.outcome || now - last < TOLD_EVERY) return;
    this.#toldAt = now;
    const all = of === undefined ? '' : ` of ${of.toLocaleString('en')}`;
    const title = `${this.name}: ${did} ${done.toLocaleString('en')}${all} paths`;
    const data = { toolName: this.name, title, progress: done, ...(of === undefined ? {} : { total: of }) };
    this.runtime.activity.emit(ActivityEventType.TOOL_CALL_UPDATE, this, data);
  };

  /** The call's own view of the files; made when first needed. */
  get files(): CallFiles {
    this.#files ??= this.runtime.openFiles(this);
    return this.#files;
  }

  /** For another attempt, which begins with a view of its own. */
  forgetFiles(): void {
    this.#files?.discard();
    this.#files = undefined;
  }

  get hasFiles(): boolean {
    return this.#files !== undefined;
  }

  /**
   * For `effects` and `approval`, which say what a call would touch before anyone has judged it: this view hides
   * nothing, so that the rules get to see all of it.
   */
  get context(): CallContext {
    this.#context ??= contextOf(this, () => {
      this.#survey ??= this.runtime.openFiles(this, { survey: true });
      return this.#survey;
    });
    return this.#context;
  }

  /** Throws when the caller no longer wants the call. */
  throwIfAborted(): void {
    if (this.scope.abort?.aborted) throw callAborted();
  }

  succeed(outcome: {
    title: string;
    output: string;
    value: unknown;
    metadata: Record<string, unknown>;
    attachments: readonly NonNullable<Result['attachments']>[number][];
  }): void {
    this.outcome = {
      ok: true,
      callID: this.callID,
      id: this.request.id,
      tool: this.name,
      ...outcome,
      error: undefined,
    };
  }

  fail(error: unknown): void {
    this.forPeople = forPeopleIn(error);
    const plain = failureOf(error);
    const failure = {
      ...plain,
      message: showUnseen(`${callLine(this.name, this.given ?? this.args)}: ${plain.message}`),
      ...(plain.suggestion === undefined ? {} : { suggestion: showUnseen(plain.suggestion) }),
    };
    const said = `${failure.code}: ${failure.message}`;
    // What somebody else's tool says when it fails is marked like what it says otherwise.
    const outside = this.tool?.origin === 'foreign' && this.ranAt !== undefined && failure.code === 'EXECUTION_ERROR';
    this.outcome = {
      ok: false,
      callID: this.callID,
      id: this.request.id,
      tool: this.name,
      title: `${this.name}: ${failure.code}`,
      output: [outside ? markUntrusted(said, this.name) : said, unsaid(failure), ...this.notes]
        .filter(Boolean)
        .join('\n'),
      value: undefined,
      metadata: {},
      attachments: [],
      error: failure,
    };
  }
}

/** The suggestion, where the message does not have it already. */
const unsaid = ({ message, suggestion }: Failure): string | undefined =>
  suggestion !== undefined && message.includes(suggestion) ? undefined : suggestion;

/** What a tool's functions see of a call before it runs. A class, since one is made for each call. */
class ViewOfCall implements CallContext {
  readonly #call: Call;
  readonly #files: () => CallFiles;

  constructor(call: Call, files: () => CallFiles) {
    this.#call = call;
    this.#files = files;
  }

  get sessionID(): string {
    return this.#call.sessionID;
  }
  get messageID(): string {
    return this.#call.scope.messageID;
  }
  get callID(): string {
    return this.#call.callID;
  }
  get agent(): string {
    return this.#call.scope.agent;
  }
  get role(): AgentRole {
    return this.#call.runtime.role;
  }
  get step(): string | undefined {
    return this.#call.scope.step?.key;
  }
  get turn(): number {
    return this.#call.scope.turn;
  }
  get cwd(): string {
    return this.#call.scope.session.cwd;
  }
  get capabilities(): ReadonlySet<Capability> {
    return new Set(this.#call.runtime.policy().capabilities);
  }
  get planned(): boolean {
    return this.#call.runtime.planned;
  }
  get files(): Files {
    return this.#files().files;
  }
  get history(): History {
    this.#call.looksBack = true;
    return this.#files().history;
  }
}

export const contextOf = (call: Call, files: () => CallFiles): CallContext => new ViewOfCall(call, files);

/** No tool has a longer name; what a model sends instead must not fill the records. */
export const nameCall = (name: unknown): string =>
  typeof name === 'string' ? shortenText(name, 100) : `(${typeof name})`;

/** Arguments that came as text, so that records can mask them by name; unreadable ones stay text. */
function readText(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    const parsed = parseArguments(args);
    return parsed.ok ? parsed.value : args;
  } catch {
    return args;
  }
}

/** What a tool has thrown may be anything, also what only looks like one of our errors. */
function failureOf(error: unknown): Failure {
  try {
    if (error instanceof ToolError && Object.hasOwn(ERROR_CODES, error.code)) return ownFailure(error);
    if (error instanceof Error && error.name === 'AbortError') return toFailure(callAborted());
  } catch {
    // It defends itself against being looked at.
  }
  return toFailure(new ToolError('EXECUTION_ERROR', shortenText(maskText(messageOf(error)), MOST)));
}

function forPeopleIn(error: unknown): string | undefined {
  try {
    if (error instanceof ToolError && error.forPeople !== undefined) return shortenText(String(error.forPeople), MOST);
  } catch {
    // As above.
  }
  return undefined;
}

function ownFailure(error: ToolError): Failure {
  const { suggestion, details, ...failure } = toFailure(error);
  return {
    ...failure,
    message: shortenText(maskText(String(error.message)), MOST),
    ...(suggestion === undefined ? {} : { suggestion: shortenText(String(suggestion), MOST) }),
    ...(details === undefined ? {} : { details: boundedDetails(details) }),
  };
}

/** Characters of an error's message and of its suggestion; and twice as many of its details. */
const MOST = 20_000;

/** Details are JSON and of a bearable size, whatever a tool has put into them. */
function boundedDetails(details: NonNullable<Failure['details']>): Failure['details'] {
  try {
    if (JSON.stringify(details).length <= 2 * MOST) return details;
  } catch {
    // A circle, or a number that JSON has none of.
  }
  return maskSafely(details, 2_000) as Failure['details'];
}

/** Anything can be thrown, also what cannot be shown. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'The tool failed without a reason';
  }
}
