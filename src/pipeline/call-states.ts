import type { Decision, Facts } from '../policy/types.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import type { ToolMatch } from '../registry/types.ts';
import type { CheckResult } from '../tool/arguments/check/compile.ts';
import type { Result } from '../tool/context.ts';
import type { ApprovalBinding } from '../tool/define.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyTool } from '../tool/ready.ts';
import type { CommittedSet } from '../workspace/port.ts';
import type { CallOrigin, CallRequest } from './call.ts';
import type { CallProgress } from './record/call-progress.ts';
import type { Trail } from './record/trail.ts';
import type { FilesView } from './run/files-view.ts';
import type { Survey } from './run/survey.ts';
import type { ToolRun } from './run/tool-run.ts';
import type { Lease } from './schedule/lease.ts';
import type { KeptAnswer } from './session/session.ts';

// Types of a call after each stage. Each type has all fields of the types before it; no field is changed afterwards. A
// stage that adds nothing gives the same object on: that the call was there shows in the type alone, by these symbols.
declare const coerced: unique symbol;
declare const valid: unique symbol;
declare const undenied: unique symbol;
declare const unanswered: unique symbol;
declare const claimed: unique symbol;
declare const confirmed: unique symbol;
declare const verified: unique symbol;
declare const committed: unique symbol;

export interface Incoming extends CallOrigin {
  readonly request: CallRequest;
  readonly startedAt: number;
  /** Whether the call is only explained: it must leave no trace. */
  readonly dry: boolean;
  readonly trail: Trail<Standing>;
  readonly name: string;
  readonly args: unknown;
  /** The arguments as they came, without defaults; for messages. */
  readonly given: unknown;
  /** The tool that stood for this one, where the call came by another. */
  readonly by: string | undefined;
}

/** A call whose tool is known, and whose arguments are an object under the tool's own names. */
export interface Resolved extends Incoming {
  readonly tool: RegisteredTool;
  readonly ready: ReadyTool;
  readonly alias: ToolMatch['alias'];
  /** Other names that rules may know the tool by. */
  readonly alsoAs: readonly string[];
  readonly survey: Survey;
  readonly progress: CallProgress;
  /** Whether the arguments are a person's, given with their yes. */
  readonly changedByPerson: boolean;
  /** The key of what the person was shown of these arguments. */
  readonly previewed?: string | undefined;
  /** Whether a rehearsal came to nothing, since the call would have needed what only a yes gives. */
  readonly unrehearsed?: true | undefined;
  /** How often the call was judged anew because the files had changed meanwhile. */
  readonly rounds: number;
}

/** A call whose arguments are repaired, as far as there is one reading. */
export interface Coerced extends Resolved {
  /** The schema's word on these very arguments, where they were valid as they came: the schema is asked once. */
  readonly checked?: CheckResult | undefined;
  readonly [coerced]: true;
}

/** Arguments that only `validate` makes. */
export type ValidArguments = { readonly [valid]: true };

/** A call whose arguments fit the schema. */
export interface Validated extends Coerced {
  readonly args: ValidArguments;
}

/** A call whose effects are known, and how dangerous it is. */
export interface Assessed extends Validated {
  readonly effects: Effects;
  readonly danger: Danger;
  /** The reason for the danger, in the tool's own words. */
  readonly why: string | undefined;
  /** Whether the call may run code that its text does not show. */
  readonly opaque: boolean;
  /** Whether the call is dangerous only because its text does not show what it does. */
  readonly unseen: boolean;
  /** The files as they were when the call was judged, or as the person who allowed it saw them. */
  readonly filesThen: string;
  /** Whether what the call touches depends on what earlier calls have changed. */
  readonly looksBack: boolean;
}

/** A call on which the policy has spoken. */
export interface Judged extends Assessed {
  readonly facts: Facts;
  readonly decision: Decision;
  /** Whether the call is allowed: by the policy at first, then also by a person; not yet while it is rehearsed. */
  readonly granted: boolean;
  /** Whether the call is rehearsed before anyone is asked: what it does answers every question about it. */
  readonly rehearse?: true | undefined;
  /** Whether the call runs without the network and files it may not read, and nobody has let it be written yet. */
  readonly rehearsed?: true | undefined;
}

/** A call that the policy does not deny. */
export interface Undenied extends Judged {
  readonly [undenied]: true;
}

/** A call that no equal one has answered. */
export interface Unanswered extends Undenied {
  /** The files that a pure read is about to read, as they are before it. */
  readonly seen?: KeptAnswer['identities'];
  /** Hears that the call is on record: equal calls wait for this. */
  readonly done?: () => void;
  readonly [unanswered]: true;
}

/** A call that is allowed, by the policy or a person; or one that may run, and whose changes are judged then. */
export interface Permitted extends Unanswered {
  /** Whether the call was rehearsed, and its changes were allowed. */
  readonly wasRehearsed?: true | undefined;
  /** The place of the program that the call runs, and what steers it; looked up where a person is asked. */
  readonly bound?: ApprovalBinding | undefined;
  readonly answeredBy?: string | undefined;
}

/** A call whose files no one else changes; whether the call is still allowed is to be looked at again. */
export interface Claimed extends Permitted {
  readonly lease?: Lease;
  readonly [claimed]: true;
}

/** A call that is still allowed, with the files as they are now that nobody else changes them. */
export interface Confirmed extends Claimed {
  readonly [confirmed]: true;
}

/** A call with its view of the files. */
export interface Opened extends Confirmed {
  readonly view: FilesView;
  readonly run: ToolRun;
}

/** A call whose tool has run; what it changes is staged. */
export interface Performed extends Opened {
  readonly result: Result;
  readonly text: string;
}

export interface Verified extends Performed {
  /** New syntax errors in what the call changed. */
  readonly syntax?: readonly string[];
  readonly [verified]: true;
}

/** A call whose changes are written. */
export interface Committed extends Verified {
  readonly committed?: CommittedSet | undefined;
  readonly [committed]: true;
}

/** A call at any point of its way: records and errors are made of it. */
export type Standing = Incoming & Partial<Omit<Committed, keyof Incoming>>;

export interface CallEnd {
  readonly outcome: Outcome;
  /** The way for a person to allow what was refused. */
  readonly forPeople?: string | undefined;
}

/** A call that this one stands for, which goes through all stages in its place. */
export type HandedOver = Pick<Incoming, 'name' | 'args'> & { readonly by: string };

/** A call that an equal one has answered. */
export type Answered = { readonly outcome: Outcome };

/** A call that goes through the stages again from its arguments on. */
export interface SentBack {
  readonly back: Partial<Pick<Resolved, 'given' | 'changedByPerson' | 'previewed' | 'rounds' | 'unrehearsed'>> &
    Pick<Resolved, 'args'>;
}
