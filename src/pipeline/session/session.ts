import type { SessionFacts } from '../../policy/types.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { Origins } from '../origin/origins.ts';

/** An answer that a repeated read may get again, while the files that it read are unchanged. */
export interface KeptAnswer {
  readonly outcome: Outcome;
  readonly identities: readonly (readonly [path: string, identity: string])[];
}

/** An allowance, in calls and in estimated tokens of their outputs. */
export type Allowance = { readonly calls: number; readonly tokens: number };

interface SessionOptions {
  /** The session that this one works for. Use and findings count there too, for the words of this session go there. */
  readonly above?: Session;
  /** The allowance of the session, together with all that work for it. */
  readonly allowance?: () => Allowance;
}

const NO_LIMIT: Allowance = { calls: Infinity, tokens: Infinity };
const MOST_READ = 10_000;
const NOWHERE: readonly string[] = Object.freeze([]);

/** The facts of a session so far, for the policy. A class, for a store in memory keeps them: see the row of a call. */
class SeenSoFar implements SessionFacts {
  declare readonly tainted: boolean;
  declare readonly privateRead: boolean;
  declare readonly hostsAllowed: readonly string[];
  declare readonly calls: number;
  declare readonly tokens: number;

  constructor({ tainted, privateRead, hostsAllowed, tokens }: Session, calls: number) {
    this.tainted = tainted;
    this.privateRead = privateRead;
    this.hostsAllowed = hostsAllowed.size === 0 ? NOWHERE : [...hostsAllowed];
    this.calls = calls;
    this.tokens = tokens;
  }
}

/** A conversation so far, as far as later calls depend on it. */
export class Session {
  readonly id: string;
  /** Hears that something has changed that must outlive the process. */
  changed: (() => void) | undefined;
  /** A promise that lasts while the knowledge of an earlier process is still being read. */
  loading: Promise<void> | undefined;
  cwd = '.';
  /** Folders in which commands may have read private files; looked at when it matters. */
  readonly suspects = new Set<string>();
  readonly #above: Session | undefined;
  #origins: Origins | undefined;
  #conversation: string | undefined;
  /** Ends that this session itself has the knowledge kept. */
  #release: (() => void) | undefined;
  readonly #allowance: (() => Allowance) | undefined;
  #calls = 0;
  #tokens = 0;
  #tainted = false;
  #privateRead = false;
  readonly #hostsAllowed = new Set<string>();
  readonly #read = new Set<string>();
  #turn = 0;
  #answers = new Map<string, KeptAnswer>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, number>();

  constructor(id: string, { above, allowance }: SessionOptions = {}) {
    this.id = id;
    this.#above = above;
    this.#allowance = allowance;
    this.inherit();
  }

  /** Inherits what the session above has seen, which this one may be told; again, where that was still being read. */
  inherit(): void {
    if (!this.#above) return;
    this.#tainted ||= this.#above.tainted;
    this.#privateRead ||= this.#above.privateRead;
    for (const folder of this.#above.suspects) this.suspects.add(folder);
  }

  get calls(): number {
    return this.#calls;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Counts a call; gives its number, here and in each session above. */
  countCall(): readonly [own: number, ...above: number[]] {
    const own = this.#calls++;
    return this.#above ? [own, ...this.#above.countCall()] : [own];
  }

  countTokens(tokens: number): void {
    this.#above?.countTokens(tokens);
    this.#tokens += tokens;
  }

  /** Adds what was used elsewhere in the session's name. */
  addUse({ calls, tokens }: Allowance): void {
    this.#above?.addUse({ calls, tokens });
    this.#calls += calls;
    this.#tokens += tokens;
    this.changed?.();
  }

  /** Carries over what an earlier process had used; the agents above know of it. */
  carryOver({ calls = 0, tokens = 0 }: Partial<Allowance>): void {
    this.#calls += calls;
    this.#tokens += tokens;
  }

  /** The limit, with its size, that was used up before a call with these numbers, here or by a session above. */
  overspent([own = 0, ...above]: readonly number[]):
    | { readonly what: keyof Allowance; readonly allowed: number }
    | undefined {
    const allowed = this.#allowance?.();
    if (allowed && own >= allowed.calls) return { what: 'calls', allowed: allowed.calls };
    if (allowed && this.#tokens >= allowed.tokens) return { what: 'tokens', allowed: allowed.tokens };
    return this.#above?.overspent(above);
  }

  /** Whether there is a limit to what the session may use, so that its use must outlive the process. */
  get isBudgeted(): boolean {
    const { calls, tokens } = this.#allowance?.() ?? NO_LIMIT;
    return calls !== Infinity || tokens !== Infinity;
  }

  get isBelow(): boolean {
    return this.#above !== undefined;
  }

  /** The origins of values, known to all who work for the same user together. */
  get origins(): Origins {
    this.#origins ??= this.#above?.origins ?? new Origins();
    return this.#origins;
  }

  /** Adds the user's own words, so that calls may name what is in them; never anything that a model or a tool wrote. */
  said(text: string): void {
    this.origins.said(text);
  }

  /** The name of what these sessions know together: the session that they work for, or the one that has it kept. */
  get conversation(): string {
    if (this.#conversation !== undefined) return this.#conversation;
    return this.#above && !this.#release ? this.#above.conversation : this.id;
  }

  /** Whether what is known outlives the process. */
  get isKept(): boolean {
    if (this.#release) return true;
    return this.#conversation === undefined && (this.#above?.isKept ?? false);
  }

  /** Notes that the knowledge is kept for this session, until it is released. */
  keptBy(release: () => void): void {
    this.#release?.();
    this.#release = release;
  }

  /** Releases the session: nobody goes on with it in this process. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  join(conversation: string): void {
    this.release();
    this.#conversation = conversation;
    this.#origins = new Origins();
  }

  /** Reads what other processes learned in the conversation; undefined where that is known, by a time or at all. */
  catchUp(by?: number): Promise<unknown> | undefined {
    return this.origins.catchUp(by);
  }

  /** Whether untrusted content has come in here, below or above: each session tells the others what it has read. */
  get tainted(): boolean {
    return this.#tainted || (this.#above?.tainted ?? false) || (this.#origins?.holdsOthers ?? false);
  }

  set tainted(is: boolean) {
    if (this.#tainted === is) return;
    this.#tainted = is;
    if (is && this.#above) this.#above.tainted = true;
    this.changed?.();
  }

  get privateRead(): boolean {
    return this.#privateRead;
  }

  set privateRead(is: boolean) {
    if (this.#privateRead === is) return;
    this.#privateRead = is;
    if (is && this.#above) this.#above.privateRead = true;
    this.changed?.();
  }

  /** Hosts to which a person has let private data go. */
  get hostsAllowed(): ReadonlySet<string> {
    return this.#hostsAllowed;
  }

  allowHost(host: string): void {
    if (this.#hostsAllowed.has(host)) return;
    this.#hostsAllowed.add(host);
    this.changed?.();
  }

  /** Notes a file that the session has read; the file is looked at again when it matters. */
  noteRead(path: string): void {
    this.#read.add(path);
    if (this.#read.size > MOST_READ) this.#read.delete(this.#read.values().next().value as string);
    this.#above?.noteRead(path);
  }

  hasRead(is: (path: string) => boolean): boolean {
    return this.#read.values().some(is);
  }

  suspect(folder: string): void {
    if (this.suspects.has(folder)) return;
    this.suspects.add(folder);
    this.#above?.suspect(folder);
    this.changed?.();
  }

  /** The number of the turn that a request belongs to; a request without one is a turn of its own. */
  turn(given?: number): number {
    const turn = given ?? this.#turn + 1;
    if (turn !== this.#turn && this.#answers.size > 0) this.#answers = new Map();
    this.#turn = turn;
    return turn;
  }

  answered(turn: number, key: string): KeptAnswer | undefined {
    return turn === this.#turn ? this.#answers.get(key) : undefined;
  }

  /** The equal call of this turn that is not done yet; without one this call is such, until the function is called. */
  sharing(turn: number, key: string): { readonly first?: Promise<void>; readonly done: () => void } {
    const own = `${turn} ${key}`;
    const first = this.#running.get(own);
    if (first) return { first, done: () => {} };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(own, promise);
    return {
      done: () => {
        this.#running.delete(own);
        resolve();
      },
    };
  }

  remember(turn: number, key: string, answered: KeptAnswer): void {
    if (turn === this.#turn && this.#answers.size < 1000) this.#answers.set(key, answered);
  }

  failed(key: string): number {
    const count = (this.#failures.get(key) ?? 0) + 1;
    if (this.#failures.size >= 1000) this.#failures.clear();
    this.#failures.set(key, count);
    return count;
  }

  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** The facts that the policy is told; `calls`: the number of calls before one that is numbered already. */
  facts(calls = this.#calls): SessionFacts {
    return new SeenSoFar(this, calls);
  }
}
