import { asksForChange } from './asks-for-change.ts';
import { namesTarget, toNormal, withBlanks } from './normal-text.ts';
import {
  entryOf,
  listsOf,
  type NotedResult,
  type OriginEntry,
  type ResultEntry,
  type ValueSource,
  valueKey,
  valueKeys,
} from './origin-entry.ts';
import { hasBeside, sharesText, speaksOf, TELLING, type TextPrint, wordsIn } from './text-print.ts';

/** Keeps entries beyond the process, and reads the entries that others have written. */
interface OriginKeeper {
  /** Does not reject. */
  write(entries: readonly OriginEntry[]): Promise<void>;
  /** Reads what others have written; undefined where all that they had written by a time was read before. */
  catchUp(by: number | undefined): Promise<void> | undefined;
}

/** The most values, texts of others and characters of the user that are known; a dropped one asks a person. */
const MOST_VALUES = 100_000;
const MOST_TEXTS = 1_000;
const MOST_SAID = 1_000_000;
/** The most results that wait to be looked at. */
const MOST_WAITING = 200;

/** The origins of a conversation's values: what its user said, what results gave, what a person has let through. */
export class Origins {
  readonly #keepers = new Set<OriginKeeper>();
  readonly #writing = new Set<Promise<void>>();
  #said: string[] = [];
  /** Whether the user asked for a change; worked out when it matters. */
  #asksForChange: boolean | undefined;
  readonly #values = new Map<string, ValueSource>();
  #texts: { readonly source: ValueSource; readonly print: TextPrint }[] = [];
  /** Values that calls named before untrusted content had come in. */
  readonly #meant = new Set<string>();
  readonly #allowed = new Set<string>();
  /** Words that the user said, or that stand in a field of a result. */
  readonly #knownWords = new Set<string>();
  #waiting: NotedResult[] = [];
  /** Entries of results whose values nobody has asked for yet, and the number of these values. */
  #unread: ResultEntry[] = [];
  #unreadValues = 0;
  #dropped = false;

  /** Adds the user's own words; never anything that a model or a tool wrote. */
  said(text: string): void {
    const said = [...new Set([text, withBlanks(text)].map(toNormal))];
    const fresh = said.filter(each => each !== '' && !this.#said.includes(each));
    if (fresh.length > 0) this.#take(fresh.map(each => ({ said: each })));
  }

  /**
   * Notes a result. The result is looked at when that matters: most sessions never send anything. The oldest results
   * that nobody has looked at are let go, unless others have come in by then, whose texts must be known again.
   */
  noteResult(noted: NotedResult, tainted: boolean): void {
    this.#waiting.push(noted);
    if (this.#keepers.size > 0 || (tainted && this.#waiting.length > MOST_WAITING)) this.#takeWaiting();
    else if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
  }

  /** Whether anything is known of what the user said. */
  get hearsUser(): boolean {
    return this.#said.length > 0;
  }

  /** Whether the user asked for anything besides an answer, as far as is known. */
  get asksForChange(): boolean {
    this.#asksForChange ??= asksForChange(this.#said);
    return this.#asksForChange;
  }

  /** Who is known to have meant a value: the user, or a result that has it as a value of its own. */
  whereFrom(value: string): 'said' | 'result' | undefined {
    this.#look();
    if (this.#said.some(text => namesTarget(text, value))) return 'said';
    const keys = valueKeys([value]);
    if (keys.some(key => this.#values.has(key))) return 'result';
    // A value that was meant before others had a say is still meant, until they speak of it themselves.
    return keys.some(key => this.#meant.has(key)) && !this.mayBeTheirs(value) ? 'result' : undefined;
  }

  /** The newest result that holds a value, as its own value or in a text of others. */
  sourceOf(value: string): ValueSource | undefined {
    this.#look();
    const shares = sharesText(value);
    const text = this.#texts.findLast(({ print }) => shares(print));
    return text?.source ?? this.#values.get(valueKey(toNormal(value)));
  }

  /** Whether a text may come from others. Where too many texts came to know them all, every text may. */
  mayBeTheirs(text: string): boolean {
    this.#look();
    return this.#dropped || this.#hasText(sharesText(text));
  }

  /** Whether others speak of a value in a text, and do not only have it as a value. */
  isSpokenOf(value: string): boolean {
    return this.isSurelySpokenOf(value) || this.#dropped;
  }

  /** The same as `isSpokenOf`, for texts that others are known to have written, not those that they may have. */
  isSurelySpokenOf(value: string): boolean {
    this.#look();
    return this.#hasText(speaksOf(value));
  }

  #hasText(is: (print: TextPrint) => boolean): boolean {
    return this.#texts.some(({ print }) => is(print));
  }

  /**
   * Whether a text has two words in a row that stand in one text of others, and neither in the user's words nor in a
   * field of a result: a name that only others use, however the rest is worded.
   */
  hasTheirName(text: string): boolean {
    this.#look();
    const words = wordsIn(text);
    return words.some((word, at) => {
      const next = words[at + 1];
      const isTheirs = (each: string): boolean => each.length > 3 && !this.#knownWords.has(each);
      return next !== undefined && isTheirs(word) && isTheirs(next) && this.#hasText(hasBeside(word, next));
    });
  }

  /** Notes that a person has let values through, for this tool: to the letter: another spelling may lead elsewhere. */
  allow(tool: string, values: readonly string[]): void {
    if (values.length > 0) this.#take([{ tool, allowed: values }]);
  }

  isAllowed(tool: string, value: string): boolean {
    return this.#allowed.has(`${tool} ${value}`);
  }

  #look(): void {
    this.#takeWaiting();
    this.#loadUnread();
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#take(waiting.map(entryOf));
  }

  #loadUnread(): void {
    const unread = this.#unread;
    if (unread.length === 0) return;
    this.#unread = [];
    this.#unreadValues = 0;
    for (const entry of unread) this.#loadResult(entry);
  }

  #take(entries: readonly OriginEntry[]): void {
    for (const entry of entries) this.load(entry);
    for (const keeper of this.#keepers) this.#write(keeper, entries);
  }

  #write(keeper: OriginKeeper, entries: readonly OriginEntry[]): void {
    const writing = keeper.write(entries);
    // Entries that go together are waited for once.
    if (this.#writing.has(writing)) return;
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
  }

  /** Keeps beyond the process what is known, from now on and already. Gives a function that ends this. */
  keep(keeper: OriginKeeper): () => void {
    this.#look();
    const known = [...this.#known()];
    if (known.length > 0) this.#write(keeper, known);
    this.#keepers.add(keeper);
    return () => this.#keepers.delete(keeper);
  }

  /** Waits until all that is known is kept, where a keeper is there; undefined where there is nothing to wait for. */
  settle(): Promise<unknown> | undefined {
    return this.#writing.size === 0 ? undefined : Promise.all(this.#writing);
  }

  /** Reads what other processes learned in the conversation; undefined where that is known, by a time or at all. */
  catchUp(by?: number): Promise<unknown> | undefined {
    const reading = [...this.#keepers].flatMap(keeper => keeper.catchUp(by) ?? []);
    return reading.length === 0 ? undefined : Promise.all(reading);
  }

  /** Whether texts of others are known; each has come into the conversation. */
  get holdsOthers(): boolean {
    return this.#texts.length > 0;
  }

  /** Notes that the texts of others are not known any more: any text may be theirs. */
  lose(): void {
    this.#dropped = true;
  }

  *#known(): Iterable<OriginEntry> {
    for (const said of this.#said) yield { said };
    for (const key of this.#allowed) {
      const at = key.indexOf(' ');
      yield { tool: key.slice(0, at), allowed: [key.slice(at + 1)] };
    }
    if (this.#meant.size > 0) yield { source: { tool: '', at: 0 }, values: [], meant: [...this.#meant] };
    const bySource = Map.groupBy(this.#values, ([, source]) => source);
    for (const [source, values] of bySource) yield { source, values: values.map(([value]) => value) };
    for (const { source, print } of this.#texts) yield { source, values: [], ...listsOf(print) };
  }

  /** Takes what an earlier process knew. */
  load(entry: OriginEntry): void {
    if ('said' in entry) {
      this.#said = withinLength([...this.#said, entry.said]);
      this.#asksForChange = undefined;
      this.#know(wordsIn(entry.said));
    } else if ('allowed' in entry) for (const value of entry.allowed) this.#allowed.add(`${entry.tool} ${value}`);
    else this.#loadLater(entry);
  }

  /** Takes an entry whose values are looked at when they matter; that others had a say is known at once. */
  #loadLater(entry: ResultEntry): void {
    this.#unread.push(entry);
    this.#unreadValues += 1 + entry.values.length + (entry.meant?.length ?? 0);
    if (entry.words || this.#unreadValues > MOST_VALUES) this.#loadUnread();
  }

  #know(words: readonly string[]): void {
    for (const word of words) if (this.#knownWords.size < MOST_VALUES) this.#knownWords.add(word);
  }

  #loadResult({ source, values, meant = [], words, threes, prose }: ResultEntry): void {
    for (const value of values) {
      this.#values.delete(value);
      this.#values.set(value, source);
      const own = wordsIn(value);
      if (own.length < TELLING) this.#know(own);
    }
    for (const value of this.#values.keys().take(Math.max(0, this.#values.size - MOST_VALUES)))
      this.#values.delete(value);
    for (const value of meant) if (this.#meant.size < MOST_VALUES) this.#meant.add(value);
    if (!words) return;
    this.#texts.push({ source, print: { words: new Set(words), threes: new Set(threes), prose: new Set(prose) } });
    if (this.#texts.length <= MOST_TEXTS) return;
    this.#texts = this.#texts.slice(-MOST_TEXTS);
    this.#dropped = true;
  }
}

/** The newest texts, as many as there is room for. */
function withinLength(texts: readonly string[]): string[] {
  let room = MOST_SAID;
  const from = texts.findLastIndex(text => {
    room -= text.length;
    return room < 0;
  });
  return texts.slice(from + 1);
}
