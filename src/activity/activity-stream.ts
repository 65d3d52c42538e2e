import { memoryEvents } from '../store/memory/events.ts';
import type { EventRow, EventStore } from '../store/port.ts';
import type { ActivityEventData, EventDataOf } from './event-data.ts';
import type { ActivityEventType } from './event-types.ts';

/** An event of one type, or of any of them: its `type` tells what its `data` holds. */
export type ActivityEvent<T extends ActivityEventType = ActivityEventType> = {
  readonly [Type in T]: Omit<EventRow, 'type' | 'data'> & { readonly type: Type; readonly data: EventDataOf<Type> };
}[T];

export type ActivityListener<T extends ActivityEventType = ActivityEventType> = (event: ActivityEvent<T>) => void;

/** The origin that an event belongs to. */
type EventOrigin = Readonly<{ sessionID: string; agent: string; callID?: string }>;

type UnnumberedRow = Omit<EventRow, 'seq'>;

/** An event on its way. A class, since a store in memory keeps it: see the row of a call. */
class NewEvent implements UnnumberedRow {
  declare readonly type: ActivityEventType;
  declare readonly at: number;
  declare readonly sessionID: string;
  declare readonly agent: string;
  declare readonly callID: string | undefined;
  declare readonly data: UnnumberedRow['data'];

  constructor(type: ActivityEventType, { sessionID, agent, callID }: EventOrigin, { at, data }: DatedData) {
    this.type = type;
    this.at = at;
    this.sessionID = sessionID;
    this.agent = agent;
    this.callID = callID;
    this.data = data as UnnumberedRow['data'];
  }
}

type DatedData = Readonly<{ at: number; data: object }>;

/** The most events on their way to the store before a teller waits: a loop that never rests would keep them all. */
const MOST_UNSTORED = 100;

/** What becomes of a failure, whether someone listens for one of the events, and how many there are. */
type FollowState = Readonly<{ failed: (error: unknown) => void; heard: boolean; count: number }>;

/**
 * A stream of numbered and stored events. An event reaches its listeners once the store has numbered it: at once with a
 * memory store, a moment later with one on disk; `settle` waits for that. A listener that throws harms nobody.
 */
export class ActivityStream {
  readonly #store: EventStore;
  readonly #now: () => number;
  readonly #listeners = new Map<string, Set<ActivityListener>>();
  #writing: Promise<void> = Promise.resolve();
  /** The number of writes of events that someone listens for. */
  #awaited = 0;
  /** The number of events on their way. */
  #unstored = 0;
  /** Events that wait until the store is ready for them. */
  #gathered: UnnumberedRow[] = [];
  #gatheredHeard = false;

  /** Makes a stream; without a store the newest events are kept in memory. */
  constructor(store: EventStore = memoryEvents(), now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  emit(type: ActivityEventType, origin: EventOrigin, data: Readonly<Record<string, unknown>>): void {
    this.#take(new NewEvent(type, origin, { at: this.#now(), data }));
  }

  /** Emits an event whose time is known: a caller that tells of several in the same moment reads the clock once. */
  emitDated<T extends ActivityEventType>(
    type: T,
    origin: EventOrigin,
    dated: { readonly at: number; readonly data: ActivityEventData[T] },
  ): void {
    this.#take(new NewEvent(type, origin, dated));
  }

  #take(event: UnnumberedRow): void {
    if (this.#store.gather) {
      this.#gathered.push(event);
      this.#gatheredHeard ||= this.#isHeard(event);
      if (this.#gathered.length === 1) this.#store.gather(this.#appendGathered);
      return;
    }
    if (this.#store.add) this.#tell(event, this.#store.add(event));
    else {
      const numbers = this.#store.append([event]);
      if (numbers instanceof Promise) this.#followAll(numbers, [event], this.#isHeard(event));
      else this.#tell(event, numbers[0]!);
    }
  }

  #tell(event: UnnumberedRow, seq: number): void {
    if (this.#listeners.size > 0) this.#deliver({ ...event, seq } as ActivityEvent);
  }

  #isHeard({ type }: UnnumberedRow): boolean {
    return this.#listeners.size > 0 && (this.#listeners.has('*') || this.#listeners.has(type));
  }

  readonly #appendGathered = (): void => {
    const events = this.#gathered;
    if (events.length === 0) return;
    const heard = this.#gatheredHeard;
    this.#gathered = [];
    this.#gatheredHeard = false;
    this.#followAll(this.#append(events), events, heard);
  };

  /** Stores events in one piece, or each by itself if one of them is no JSON: that is no failure of the others. */
  async #append(events: readonly UnnumberedRow[]): Promise<readonly (number | undefined)[]> {
    try {
      return await this.#store.append(events);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const each = events.map(async event => (await this.#store.append([event]))[0]);
      return Promise.all(each.map(number => number.catch((failure: unknown) => void notStored(failure))));
    }
  }

  #followAll(
    numbers: Promise<readonly (number | undefined)[]>,
    events: readonly UnnumberedRow[],
    heard: boolean,
  ): void {
    const numbered = (given: readonly (number | undefined)[]) =>
      events.flatMap((event, index) => (given[index] === undefined ? [] : [{ ...event, seq: given[index] }]));
    const stored = numbers.then(given => (this.#listeners.size > 0 ? numbered(given) : []));
    this.#follow(stored, { failed: notStored, heard, count: events.length });
  }

  /** Asks for a change that is stored with its events, which reach the listeners in their order among the others. */
  relay<T extends { readonly events: readonly EventRow[] }>(ask: () => Promise<T>): Promise<T> {
    this.#appendGathered();
    const asked = ask();
    // The failure is told to whoever asked for the change.
    this.#follow(
      asked.then(({ events }) => events),
      { failed: () => {}, heard: true, count: 1 },
    );
    return asked;
  }

  #follow(stored: Promise<readonly EventRow[]>, { failed, heard, count }: FollowState): void {
    if (heard) this.#awaited++;
    this.#unstored += count;
    const delivered = Promise.all([stored, this.#writing]).then(([events]) => {
      if (this.#listeners.size > 0) for (const event of events) this.#deliver(event as ActivityEvent);
    });
    this.#writing = delivered.catch(failed).finally(() => {
      if (heard) this.#awaited--;
      this.#unstored -= count;
    });
  }

  /** Tells a listener of events from now on, or after a number: then stored ones come first, in order, with no gap. */
  subscribe<T extends ActivityEventType = ActivityEventType>(
    type: T | '*',
    listener: ActivityListener<T>,
    options: { from?: number } = {},
  ): () => void {
    // A listener that named a type gets no other.
    const told = listener as ActivityListener;
    return options.from === undefined ? this.#add(type, told) : this.#replay(type, told, options.from);
  }

  /** Stored events after a number. */
  async since<T extends ActivityEventType = ActivityEventType>(
    seq: number,
    options: { limit?: number; type?: T } = {},
  ): Promise<readonly ActivityEvent<T>[]> {
    await this.settle();
    return (await this.#store.since(seq, options)) as readonly EventRow[] as readonly ActivityEvent<T>[];
  }

  /** Resolves when every event so far has reached its listeners. Sync when nobody listens and few are on their way. */
  settle(): Promise<void> | undefined {
    const many = this.#gathered.length + this.#unstored >= MOST_UNSTORED;
    // Events of the same moment are stored together.
    if (many || this.#gatheredHeard) return Promise.resolve().then(() => this.flush());
    return this.#awaited > 0 ? this.#writing : undefined;
  }

  /** Resolves when every event so far is stored. */
  flush(): Promise<void> {
    this.#appendGathered();
    return this.#writing;
  }

  #add(type: string, listener: ActivityListener): () => void {
    const set = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, set);
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(type) === set) this.#listeners.delete(type);
    };
  }

  #replay(type: ActivityEventType | '*', listener: ActivityListener, from: number): () => void {
    let last = from;
    let live: ActivityEvent[] | undefined = [];
    let stopped = false;
    const once = (event: ActivityEvent) => {
      if (stopped || event.seq <= last) return;
      // Events come once from then on, and a store in memory may number one while another is on its way.
      if (live) last = event.seq;
      this.#call(listener, event);
    };
    const stop = this.#add(type, event => (live ? live.push(event) : once(event)));
    const load = async () => {
      for (;;) {
        const page = await this.#store.since(last, { limit: 500, ...(type === '*' ? {} : { type }) });
        for (const event of page) once(event as ActivityEvent);
        if (stopped || page.length < 500) break;
      }
      const waiting = live ?? [];
      live = undefined;
      for (const event of waiting) once(event);
    };
    load().catch(error => process.emitWarning(`Stored events could not be read: ${error}`));
    return () => {
      stopped = true;
      stop();
    };
  }

  #deliver(event: ActivityEvent): void {
    for (const listener of this.#listeners.get(event.type) ?? []) this.#call(listener, event);
    for (const listener of this.#listeners.get('*') ?? []) this.#call(listener, event);
  }

  #call(listener: ActivityListener, event: ActivityEvent): void {
    // Failures are reported, once for each event; an error event about a failing listener could fail again without end.
    const report = (error: unknown) =>
      process.emitWarning(`A listener of ${event.type} threw: ${error instanceof Error ? error.message : error}`);
    try {
      const made: unknown = listener(event);
      // An async listener throws later, where nobody would catch the error and the process would end.
      if (made instanceof Promise) made.catch(report);
    } catch (error) {
      report(error);
    }
  }
}

const notStored = (error: unknown): void =>
  process.emitWarning(`An event could not be stored: ${error instanceof Error ? error.message : error}`);
