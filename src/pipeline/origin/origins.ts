import { createHash } from 'node:crypto';
import { findAddresses } from './addresses.ts';
import { asksForChange } from './asks-for-change.ts';
import { leavesOf } from './leaves.ts';
import { namesTarget, spellingsOf, toNormal, withBlanks } from './normal-text.ts';
import { type Authorship, valuesOf } from './result-values.ts';
import { hasBeside, printText, sharesText, speaksOf, TELLING, type TextPrint, wordsIn } from './text-print.ts';

/** A result that values came from. */
interface ValueSource {
  readonly tool: string;
  readonly at: number;
}

interface NotedResult extends ValueSource {
  readonly result: unknown;
  readonly others: Authorship;
  /** What the call was given, and whether no untrusted content can have asked for it. */
  readonly given?: unknown;
  readonly isMeant?: boolean;
}

/** One more thing that is known, as it is kept beyond the process. */
export type OriginEntry =
  | { readonly said: string }
  | { readonly allowed: readonly string[]; readonly tool: string }
  | {
      readonly source: ValueSource;
      readonly values: readonly string[];
      readonly meant?: readonly string[];
      readonly words?: readonly number[];
      readonly threes?: readonly number[];
      readonly prose?: readonly number[];
    };

/** Where entries outlive the process, and where those that others have written come from. */
interface OriginKeeper {
  /** Does not reject. */
  write(entries: readonly OriginEntry[]): Promise<void>;
  catchUp(): Promise<void>;
}

/** The most values, texts of others and characters of the user that are known; what is dropped is not known, and asks. */
const MOST_VALUES = 100_000;
const MOST_TEXTS = 1_000;
const MOST_SAID = 1_000_000;
/** Values that are kept as they are; of longer ones a hash. */
const LONGEST_VALUE = 200;
/** Results that wait to be looked at. */
const MOST_WAITING = 200;

/** Where values of a conversation come from: what its user said, what its results gave, what a person has let through. */
export class Origins {
  readonly #keepers = new Set<OriginKeeper>();
  readonly #writing = new Set<Promise<void>>();
  #said: string[] = [];
  /** Looked at when it matters. */
  #asksForChange: boolean | undefined;
  readonly #values = new Map<string, ValueSource>();
  #texts: { readonly source: ValueSource; readonly print: TextPrint }[] = [];
  /** Values that calls named before untrusted content had come in. */
  readonly #meant = new Set<string>();
  readonly #allowed = new Set<string>();
  /** Words that the user said, or that stand in a field of a result. */
  readonly #knownWords = new Set<string>();
  #waiting: NotedResult[] = [];
  #dropped = false;

  /** The user's own words; never anything that a model or a tool wrote. */
  said(text: string): void {
    const said = [...new Set([text, withBlanks(text)].map(toNormal))];
    const fresh = said.filter(each => each !== '' && !this.#said.includes(each));
    if (fresh.length > 0) this.#take(fresh.map(each => ({ said: each })));
  }

  /**
   * Notes a result. It is looked at when that matters: most sessions never send anything. The oldest that nobody has
   * looked at are let go, unless others have come in by then, whose texts must be known again.
   */
  noteResult(noted: NotedResult, tainted: boolean): void {
    const count = this.#waiting.push(noted);
    if (this.#keepers.size > 0 || (tainted && count > MOST_WAITING)) this.#look(MOST_WAITING + 1);
    else if (count >= 2 * MOST_WAITING) this.#waiting = this.#waiting.slice(-MOST_WAITING);
  }

  /** Whether anything is known of what the user said. */
  get hearsUser(): boolean {
    return this.#said.length > 0;
  }

  /** Whether the user asked for anything besides an answer, as far as that is known. */
  get asksForChange(): boolean {
    this.#asksForChange ??= asksForChange(this.#said);
    return this.#asksForChange;
  }

  /** Who is known to have meant a value: the user, or a result that has it as a value of its own. */
  whereFrom(value: string): 'said' | 'result' | undefined {
    this.#look();
    if (this.#said.some(text => namesTarget(text, value))) return 'said';
    const keys = keysOf([value]);
    if (keys.some(key => this.#values.has(key))) return 'result';
    // What was meant before others had a say is still meant, until they speak of it themselves.
    return keys.some(key => this.#meant.has(key)) && !this.mayBeTheirs(value) ? 'result' : undefined;
  }

  /** The newest result that holds a value, of its own or in a text of others. */
  sourceOf(value: string): ValueSource | undefined {
    this.#look();
    const shares = sharesText(value);
    const text = this.#texts.findLast(({ print }) => shares(print));
    return text?.source ?? this.#values.get(keyOf(toNormal(value)));
  }

  /** Whether a text may come from others. Where too many texts came to know them all, it may. */
  mayBeTheirs(text: string): boolean {
    this.#look();
    return this.#dropped || this.#hasText(sharesText(text));
  }

  /** Whether others speak of a value in what they wrote, and do not only have it as one. */
  isSpokenOf(value: string): boolean {
    return this.isSurelySpokenOf(value) || this.#dropped;
  }

  /** The same of what they are known to have written, not of what they may have. */
  isSurelySpokenOf(value: string): boolean {
    this.#look();
    return this.#hasText(speaksOf(value));
  }

  #hasText(is: (print: TextPrint) => boolean): boolean {
    return this.#texts.some(({ print }) => is(print));
  }

  /**
   * Whether a text has two words in a row that stand in one text of others, and neither in what the user said nor in a
   * field of a result: a name that only they use, however the rest is worded.
   */
  hasTheirName(text: string): boolean {
    this.#look();
    const words = wordsIn(text);
    return words.some((word, at) => {
      const next = words[at + 1];
      return (
        next !== undefined &&
        [word, next].every(each => each.length > 3 && !this.#knownWords.has(each)) &&
        this.#hasText(hasBeside(word, next))
      );
    });
  }

  /** A person has let these values through, for this tool: to the letter, for another spelling may lead elsewhere. */
  allow(tool: string, values: readonly string[]): void {
    if (values.length > 0) this.#take([{ tool, allowed: values }]);
  }

  isAllowed(tool: string, value: string): boolean {
    return this.#allowed.has(`${tool} ${value}`);
  }

  /** Looks at the newest results that wait: those before them are let go many at a time. */
  #look(most = MOST_WAITING): void {
    const waiting = this.#waiting.slice(-most);
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#take(waiting.map(entryOf));
  }

  #take(entries: readonly OriginEntry[]): void {
    for (const entry of entries) this.load(entry);
    for (const keeper of this.#keepers) this.#write(keeper, entries);
  }

  #write(keeper: OriginKeeper, entries: readonly OriginEntry[]): void {
    const writing = keeper.write(entries);
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
  }

  /** From now on what is known outlives the process, and what is known already with it. Gives what ends that. */
  keep(keeper: OriginKeeper): () => void {
    this.#look();
    const known = [...this.#known()];
    if (known.length > 0) this.#write(keeper, known);
    this.#keepers.add(keeper);
    return () => this.#keepers.delete(keeper);
  }

  /** Waits until what is known is kept, where it is; undefined where there is nothing to wait for. */
  settle(): Promise<unknown> | undefined {
    return this.#writing.size === 0 ? undefined : Promise.all(this.#writing);
  }

  /** Reads what other processes have learned in the same conversation; undefined where there are none. */
  catchUp(): Promise<unknown> | undefined {
    return this.#keepers.size === 0 ? undefined : Promise.all([...this.#keepers].map(keeper => keeper.catchUp()));
  }

  /** Whether texts of others are known, of which each has come into the conversation. */
  get holdsOthers(): boolean {
    return this.#texts.length > 0;
  }

  /** What others wrote is not known any more: any text may be theirs. */
  lose(): void {
    this.#dropped = true;
  }

  /** All that is known, as entries. */
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
    else this.#loadResult(entry);
  }

  #know(words: readonly string[]): void {
    for (const word of words) if (this.#knownWords.size < MOST_VALUES) this.#knownWords.add(word);
  }

  #loadResult({ source, values, meant = [], words, threes, prose }: Extract<OriginEntry, { source: unknown }>): void {
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

function entryOf({ tool, at, result, others, given, isMeant }: NotedResult): OriginEntry {
  const { values, theirs } = valuesOf(result, others);
  const named = keysOf(leavesOf(given).flatMap(({ value }) => [value, ...findAddresses(value)]));
  const repeated = new Set(isMeant ? [] : named);
  return {
    source: { tool, at },
    values: keysOf(values).filter(key => !repeated.has(key)),
    ...(isMeant && named.length > 0 ? { meant: named } : {}),
    // Also where they wrote nothing: that others had a say is known to all who work in the conversation.
    ...(others === false ? {} : listsOf(printText(theirs))),
  };
}

const listsOf = ({ words, threes, prose }: TextPrint) => ({
  words: [...words],
  threes: [...threes],
  prose: [...prose],
});

const keysOf = (values: readonly string[]): readonly string[] => [...new Set(values.flatMap(spellingsOf).map(keyOf))];

const keyOf = (value: string): string =>
  value.length <= LONGEST_VALUE ? value : `#${createHash('sha256').update(value).digest('base64').slice(0, 24)}`;

/** The newest texts, as many as there is room for. */
function withinLength(texts: readonly string[]): string[] {
  let room = MOST_SAID;
  const from = texts.findLastIndex(text => {
    room -= text.length;
    return room < 0;
  });
  return texts.slice(from + 1);
}
