import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import {
  type InputRequest,
  type InputResponse,
  type LoggingLevel,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { ActivityEvent, CataloguedTool, Outcome } from '../../../../index.ts';
import { TASK_TIME } from '../tasks/row.ts';

/** The way to the client while one of its requests is open. */
export interface Line {
  onEvent(event: ActivityEvent): void;
  log(level: LoggingLevel, data: unknown): void;
  hangUp(): void;
  close(): void;
  /** Asks the client at once. Left out: the questions wait for the client's next request. */
  push?(request: InputRequest, signal: AbortSignal): Promise<InputResponse>;
}

interface Question {
  readonly request: InputRequest;
  /** The approval that a person's yes answers: the yes is bound to the request that was signed for it. */
  readonly approvalID: string | undefined;
  readonly answer: (response: InputResponse) => void;
}

type ConversationEnd = { readonly outcome: Outcome } | { readonly failure: unknown };

/** What a request may come to: the end, questions, or that the call takes longer than the client's request should. */
type ConversationStep = 'ended' | 'asked' | 'slow';

interface ConversationOptions {
  /** The tool as it was listed when it was called; undefined for a tool that is not listed. */
  readonly tool: CataloguedTool | undefined;
  /** A text that is the same only for the same call of the same client. */
  readonly subject: string;
  readonly client: string;
  /** Answers that came with the first request. They are taken for the tool's own questions, never for an approval. */
  readonly given?: Readonly<Record<string, InputResponse>>;
}

/** One call on its way, which may outlive several requests of its client. */
export class Conversation {
  readonly id = randomUUID();
  readonly tool: CataloguedTool | undefined;
  readonly subject: string;
  readonly client: string;
  readonly createdAt = Date.now();
  changedAt = this.createdAt;
  /** Whether the client was given a task for the call. */
  isTask = false;
  /** The ledger's id of the call, from its start on. */
  callID: string | undefined;
  /** The task that follows a background command which the call has started. */
  jobTask: string | undefined;
  onChange: (() => void) | undefined;
  /** How often the client was asked. */
  rounds = 0;
  line: Line | undefined;
  ended: ConversationEnd | undefined;
  /** The tool's last word on itself. */
  said: string | undefined;
  readonly #given: Map<string, InputResponse>;
  readonly #questions = new Map<string, Question>();
  readonly #abort = new AbortController();
  #changed = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  constructor({ tool, subject, client, given = {} }: ConversationOptions) {
    this.tool = tool;
    this.subject = subject;
    this.client = client;
    this.#given = new Map(Object.entries(given));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The questions that wait for an answer of the client, by key. */
  get questions(): Readonly<Record<string, InputRequest>> {
    return Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request]));
  }

  /** Whether the call has asked, and no request of its client is open that would bring an answer. */
  get isLeftAlone(): boolean {
    return !this.ended && this.line === undefined && this.#questions.size > 0;
  }

  get approvalIDs(): readonly string[] {
    return [...this.#questions.values()].flatMap(({ approvalID }) => approvalID ?? []);
  }

  /** Begins the call. It goes on whatever becomes of the request that began it. */
  run(work: () => Promise<Outcome>): void {
    const end = (ended: ConversationEnd) => {
      this.ended = this.#failure ? { failure: this.#failure.error } : ended;
      this.#change();
    };
    work().then(
      outcome => end({ outcome }),
      failure => end({ failure }),
    );
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Ends the call with this error of the protocol, whatever the tool makes of it. */
  fail(error: unknown): void {
    this.#failure = { error };
  }

  async ask(key: string, request: InputRequest, options: { signal?: AbortSignal; approvalID?: string } = {}) {
    const signal = AbortSignal.any([this.signal, ...(options.signal ? [options.signal] : [])]);
    signal.throwIfAborted();
    if (this.line?.push) return this.line.push(request, signal);
    const given = options.approvalID === undefined ? this.#given.get(key) : undefined;
    if (given) {
      this.#given.delete(key);
      return given;
    }
    return this.#wait(key, request, { signal, approvalID: options.approvalID });
  }

  #wait(key: string, request: InputRequest, { signal, approvalID }: { signal: AbortSignal; approvalID?: string }) {
    return new Promise<InputResponse>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', withdraw);
        if (this.#questions.get(key) === question) this.#questions.delete(key);
        this.#change();
      };
      const withdraw = () => {
        leave();
        reject(signal.reason);
      };
      const answer = (response: InputResponse) => {
        leave();
        resolve(response);
      };
      const question: Question = { request, approvalID, answer };
      this.#questions.set(key, question);
      signal.addEventListener('abort', withdraw, { once: true });
      this.#change();
    });
  }

  /** Takes the client's answers; keys that nobody asked for are passed over. */
  answer(responses: Readonly<Record<string, InputResponse>>): void {
    for (const [key, response] of Object.entries(responses)) this.#questions.get(key)?.answer(response);
  }

  /** Waits for the outcome of the request. A request that its client takes back takes the call along. */
  async next(signal: AbortSignal, patience = Number.POSITIVE_INFINITY): Promise<ConversationStep> {
    const leaving = Promise.withResolvers<void>();
    const onAbort = () => leaving.resolve();
    signal.addEventListener('abort', onAbort);
    const slow = Promise.withResolvers<'slow'>();
    const timer = Number.isFinite(patience) ? setTimeout(() => slow.resolve('slow'), patience) : undefined;
    try {
      for (;;) {
        if (this.ended) return 'ended';
        if (signal.aborted) this.cancel();
        // Questions that are asked together are told together.
        if (this.#questions.size > 0) {
          await nextTick();
          if (this.#questions.size > 0 && !this.ended) return 'asked';
          continue;
        }
        const left = signal.aborted ? [] : [leaving.promise];
        if ((await Promise.race([this.#changed.promise, slow.promise, ...left])) === 'slow') return 'slow';
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #change(): void {
    this.changedAt = Date.now();
    const before = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    before.resolve();
    this.onChange?.();
  }
}

/** Milliseconds that a call without a task is kept: a request that is sent again gets its answer, not a second run. */
const KEEP = 10 * 60_000;
const MOST = 500;

/** The calls that are under way, and those that ended a while ago. */
export class Conversations {
  readonly #all = new Map<string, Conversation>();

  begin(options: ConversationOptions): Conversation {
    this.#makeRoom();
    const made = new Conversation(options);
    this.#all.set(made.id, made);
    return made;
  }

  /** Finds only this client's conversations. */
  find(id: string, client: string): Conversation | undefined {
    const found = this.#all.get(id);
    return found?.client === client ? found : undefined;
  }

  forget({ id }: Conversation): void {
    this.#all.delete(id);
  }

  cancelAll(): void {
    for (const conversation of this.#all.values()) conversation.cancel();
  }

  #makeRoom(): void {
    const now = Date.now();
    for (const each of this.#all.values()) {
      if (each.ended && now - each.changedAt > (each.isTask ? TASK_TIME : KEEP)) this.forget(each);
    }
    if (this.#all.size < MOST) return;
    const all = [...this.#all.values()];
    const least = all.find(({ ended }) => ended) ?? longestLeftAlone(all);
    if (!least)
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${MOST} calls are under way; try again later`);
    least.cancel();
    this.forget(least);
  }
}

/** The oldest call of the client with the most open questions: one that floods harms itself. A call at work stays. */
function longestLeftAlone(all: readonly Conversation[]): Conversation | undefined {
  const alone = all.filter(({ isLeftAlone }) => isLeftAlone);
  const byClient = Map.groupBy(alone, ({ client }) => client);
  const [most = []] = [...byClient.values()].sort((a, b) => b.length - a.length);
  return most[0];
}
