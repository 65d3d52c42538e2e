import type { Decision, Facts } from '../policy/types.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import type { ToolMatch } from '../registry/types.ts';
import type { Result } from '../tool/context.ts';
import type { ApprovalBinding } from '../tool/define.ts';
import type { Danger, Effects } from '../tool/effect.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyTool } from '../tool/ready.ts';
import type { CommittedSet } from '../workspace/port.ts';
import type { EarlyQuestion } from './ask/ahead.ts';
import type { CallOrigin, CallRequest } from './call.ts';
import type { CallProgress } from './record/call-progress.ts';
import type { Trail } from './record/trail.ts';
import type { FilesView } from './run/files-view.ts';
import type { Survey } from './run/survey.ts';
import type { ToolRun } from './run/tool-run.ts';
import type { Lease } from './schedule/lease.ts';
import type { Seat } from './schedule/scheduler.ts';
import type { KeptAnswer } from './session/session.ts';

// What a call is after each stage. Each type has all that the ones before it have; nothing of it is changed afterwards.
// A stage that has nothing to add gives the same object on: that it was there shows in the type alone, by these.
declare const coerced: unique symbol;
declare const valid: unique symbol;
declare const unanswered: unique symbol;
declare const claimed: unique symbol;
declare const confirmed: unique symbol;
declare const verified: unique symbol;
declare const committed: unique symbol;

/** As it came: who asks for what. */
export interface Incoming extends CallOrigin {
  readonly request: CallRequest;
  readonly startedAt: number;
  /** Only explained: it must leave no trace. */
  readonly dry: boolean;
  /** Undefined while it does not run. */
  readonly place: Place | undefined;
  readonly trail: Trail<Standing>;
  readonly name: string;
  readonly args: unknown;
  /** The arguments as they came, without defaults; for messages. */
  readonly given: unknown;
  /** The tool that stood for it, where it came by another one. */
  readonly by: string | undefined;
}

/** Where a call that runs stands among others. */
export interface Place {
  /** Among the calls of its session, and of those above. */
  readonly numbers: readonly number[];
  /** Among the requests of its client; a call of a turn keeps its own. */
  readonly seat?: Seat | undefined;
  /** A question that was put while it waited for others. */
  readonly ahead?: EarlyQuestion | undefined;
}

/** Its tool is known, and its arguments are an object under the tool's own names. */
export interface Resolved extends Incoming {
  readonly tool: RegisteredTool;
  readonly ready: ReadyTool;
  readonly alias: ToolMatch['alias'];
  /** Other names that rules may know it by. */
  readonly alsoAs: readonly string[];
  readonly survey: Survey;
  readonly progress: CallProgress;
  /** The arguments are a person's, given with their yes. */
  readonly changedByPerson: boolean;
  /** How often it was judged anew because the files had changed meanwhile. */
  readonly rounds: number;
}

/** Its arguments are repaired, as far as there is one reading. */
export interface Coerced extends Resolved {
  readonly [coerced]: true;
}

/** Only `validate` makes such. */
export type ValidArguments = { readonly [valid]: true };

/** Its arguments fit the schema. */
export interface Validated extends Coerced {
  readonly args: ValidArguments;
}

/** What it would touch is known, and how dangerous that is. */
export interface Assessed extends Validated {
  readonly effects: Effects;
  readonly danger: Danger;
  /** What makes it so, in the tool's own words. */
  readonly why: string | undefined;
  /** It may run code that its text does not show. */
  readonly opaque: boolean;
  /** The files as they were then, or as they were shown to the person who allowed it. */
  readonly filesThen: string;
  /** What it touches depends on what earlier calls have changed. */
  readonly looksBack: boolean;
}

/** The policy has spoken. */
export interface Judged extends Assessed {
  readonly facts: Facts;
  readonly decision: Decision;
}

/** No equal call has answered it. */
export interface Unanswered extends Judged {
  /** The files that a pure read is about to read, as they are before it. */
  readonly seen?: KeptAnswer['identities'];
  /** Called when it is on record: equal calls wait for it. */
  readonly done?: () => void;
  readonly [unanswered]: true;
}

/** Allowed, by the policy or by a person. */
export interface Permitted extends Unanswered {
  readonly granted: true;
  /** Where what it runs stands, and what steers that; looked up where a person is asked. */
  readonly bound?: ApprovalBinding | undefined;
  readonly answeredBy?: string | undefined;
}

/** What it changes, no one else changes; whether it may still do so is to be looked at again. */
export interface Claimed extends Permitted {
  readonly lease?: Lease;
  readonly [claimed]: true;
}

/** Still allowed, with the files as they are now that nobody else changes them. */
export interface Confirmed extends Claimed {
  readonly [confirmed]: true;
}

/** It has its view of the files. */
export interface Opened extends Confirmed {
  readonly view: FilesView;
  readonly run: ToolRun;
}

/** The tool has run; what it changes is staged. */
export interface Performed extends Opened {
  readonly result: Result;
  /** The result as text for the model. */
  readonly text: string;
}

export interface Verified extends Performed {
  /** New syntax errors in what it changed. */
  readonly syntax?: readonly string[];
  readonly [verified]: true;
}

/** What it changes is written. */
export interface Committed extends Verified {
  readonly committed?: CommittedSet | undefined;
  readonly [committed]: true;
}

/** However far it came: what records and errors are made of. */
export type Standing = Incoming & Partial<Omit<Committed, keyof Incoming>>;

/** What it came to. */
export interface CallEnd {
  readonly outcome: Outcome;
  /** How a person lets be what was refused. */
  readonly forPeople?: string | undefined;
}

/** It stands for another call, which goes through all stages in its place. */
export type HandedOver = Pick<Incoming, 'name' | 'args'> & { readonly by: string };

/** An equal call has answered it. */
export interface Answered {
  readonly outcome: Outcome;
}

/** It goes through the stages again from its arguments on. */
export interface SentBack {
  readonly back: Partial<Pick<Resolved, 'given' | 'changedByPerson' | 'rounds'>> & Pick<Resolved, 'args'>;
}
