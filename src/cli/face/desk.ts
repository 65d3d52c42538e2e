import { setTimeout as sleep } from 'node:timers/promises';
import type { Key } from 'ink';
import type { ApprovalChoice, ChoiceQuestion, TypedQuestion } from '../terminal/question-place.ts';
import { type EditedLine, editLine, lineOf, NO_TEXT } from './edited-line.ts';
import { createShownState } from './shown-line.ts';

export interface OpenChoice extends Pick<ChoiceQuestion, 'message' | 'options'> {
  readonly kind: 'choice';
  readonly at: number;
}

export interface OpenLine {
  readonly kind: 'line';
  /** What is asked; undefined for the next message to the agent. */
  readonly message?: string;
  readonly line: EditedLine;
  readonly problem?: string | undefined;
}

type OpenQuestion = OpenChoice | OpenLine;

interface DeskState {
  readonly open: OpenQuestion | undefined;
  readonly hint: string;
}

interface LineWanted extends Partial<Pick<TypedQuestion, 'message' | 'initialValue' | 'validate' | 'signal'>> {
  readonly earlier?: readonly string[];
}

/** Milliseconds in which keys that were pressed before a question could be read still arrive. */
const ARRIVAL = 50;
/** Milliseconds since a key for which a person is still at the keys: the next one may be meant for something else. */
const AT_THE_KEYS = 2_000;
/** Milliseconds without a key after which such a person has seen that there is a question. */
const READING = 900;

export class Desk {
  readonly #shown = createShownState<DeskState>({ open: undefined, hint: '' });
  readonly read = this.#shown.read;
  readonly onChange = this.#shown.onChange;
  #press: (input: string, key: Key) => void = () => {};
  #pressedAt = 0;
  /** Called on Ctrl-C, and on Esc at a question. */
  interrupt: () => void = () => {};

  set hint(hint: string) {
    this.#shown.set({ hint });
  }

  press(input: string, key: Key): void {
    this.#pressedAt = Date.now();
    for (const [part, how] of singleKeys(input, key)) {
      if (how.ctrl && part === 'c') this.#interrupted();
      else this.#press(part, how);
    }
  }

  paste(text: string): void {
    const { open } = this.read();
    if (open?.kind !== 'line') return;
    const { text: whole, at } = open.line;
    const clean = text.replace(/\r\n?/g, '\n');
    const line = { text: whole.slice(0, at) + clean + whole.slice(at), at: at + clean.length };
    this.#shown.set({ open: { ...open, line, problem: undefined } });
  }

  /** Handles Ctrl-C: a line that was begun is dropped first. */
  #interrupted(): void {
    const { open } = this.read();
    if (open?.kind === 'line' && open.message === undefined && open.line.text !== '')
      this.#shown.set({ open: { ...open, line: NO_TEXT } });
    else this.interrupt();
  }

  async choose({ message, options, initialValue, signal }: ChoiceQuestion): Promise<ApprovalChoice | undefined> {
    const first = Math.max(
      0,
      options.findIndex(({ value }) => value === initialValue),
    );
    const keyOf: Readonly<Record<string, ApprovalChoice>> = { y: 'allow_once', n: 'reject_once' };
    return this.#ask<ApprovalChoice>(signal, { kind: 'choice', message, options, at: first }, (settle, input, key) => {
      const { open } = this.read();
      if (open?.kind !== 'choice') return;
      const move = (by: number) =>
        this.#shown.set({ open: { ...open, at: (open.at + by + options.length) % options.length } });
      if (key.upArrow || input === 'k') move(-1);
      else if (key.downArrow || key.tab || input === 'j') move(1);
      else if (key.return) settle(options[open.at]?.value);
      else if (key.escape) this.interrupt();
      else if (keyOf[input]) settle(keyOf[input]);
    });
  }

  /** A line; undefined on Ctrl-D in an empty one, and when the signal fires. */
  async type({ message, initialValue = '', validate, earlier = [], signal }: LineWanted): Promise<string | undefined> {
    let back = earlier.length;
    const first: OpenLine = { kind: 'line', message, line: lineOf(initialValue) };
    return this.#ask<string>(signal, first, (settle, input, key) => {
      const { open } = this.read();
      if (open?.kind !== 'line') return;
      const put = (line: EditedLine) => this.#shown.set({ open: { ...open, line, problem: undefined } });
      const { text } = open.line;
      if (key.ctrl && input === 'd' && text === '') return settle(undefined);
      if (key.escape && message !== undefined) return this.interrupt();
      if (key.upArrow && back > 0) return put(lineOf(earlier[--back] ?? ''));
      if (key.downArrow && back < earlier.length) return put(lineOf(earlier[++back] ?? ''));
      if (!key.return || key.meta || key.shift) return put(editLine(open.line, input, key));
      if (text.endsWith('\\')) return put(lineOf(`${text.slice(0, -1)}\n`));
      if (message === undefined && text.trim() === '') return;
      const problem = validate?.(text);
      if (problem === undefined) settle(text);
      else this.#shown.set({ open: { ...open, problem } });
    });
  }

  /** Waits until keys that were meant for something else have arrived: a yes is given to what was seen. */
  async #untilRead(signal: AbortSignal | undefined): Promise<void> {
    const asked = Date.now();
    await sleep(ARRIVAL);
    if (this.#pressedAt < asked - AT_THE_KEYS) return;
    for (;;) {
      const rest = Math.max(asked, this.#pressedAt) + READING - Date.now();
      if (rest <= 0 || signal?.aborted) return;
      await sleep(Math.min(rest, ARRIVAL));
    }
  }

  /** Opens a question once the keys that were meant for something else have arrived. */
  async #ask<T>(
    signal: AbortSignal | undefined,
    open: OpenQuestion,
    press: (settle: (answer: T | undefined) => void, input: string, key: Key) => void,
  ): Promise<T | undefined> {
    if (open.kind === 'choice') await this.#untilRead(signal);
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const withdraw = () => resolve(undefined);
    if (signal?.aborted) withdraw();
    signal?.addEventListener('abort', withdraw, { once: true });
    this.#press = (input, key) => press(resolve, input, key);
    this.#shown.set({ open });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', withdraw);
      this.#press = () => {};
      this.#shown.set({ open: undefined });
    }
  }
}

/** Keys that come together are handed out as one text, with Enter and the like in it. */
function singleKeys(input: string, key: Key): readonly (readonly [string, Key])[] {
  if (input.length < 2 || !CONTROL.test(input)) return [[input, key]];
  const parts = input.split(/([\p{Cc}])/u).filter(part => part !== '');
  return parts.map(part => {
    if (!CONTROL.test(part)) return [part, key];
    if (part === '\r' || part === '\n') return ['', { ...key, return: true }];
    if (part === '\x7f' || part === '\b') return ['', { ...key, backspace: true }];
    return [String.fromCharCode(part.charCodeAt(0) + 96), { ...key, ctrl: true }];
  });
}

const CONTROL = /\p{Cc}/u;
