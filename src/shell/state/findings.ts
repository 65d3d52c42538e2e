import type { Danger, Effect, Effects } from '../../tool/effect.ts';
import { isKnown, type Word } from './value.ts';

export interface ShellReason {
  readonly danger: Danger;
  readonly text: string;
  readonly command: string;
  /** Whether the reason is only that the text does not show what is done, and a run would. */
  readonly unseen?: true;
}

export type SimpleCommand = { readonly words: readonly string[]; readonly text: string };
const RANK: Readonly<Record<Danger, number>> = { safe: 0, moderate: 1, dangerous: 2 };
const worse = (a: Danger, b: Danger): Danger => (RANK[a] >= RANK[b] ? a : b);

/** The most reasons that a reader is given; others still count for the class. */
const MOST_REASONS = 40;
/** The most effects that rules or people could judge. */
const MOST_EFFECTS = 2_000;

/** The effect of unseen code, in brackets, so that no pattern for a command holds for it. */
const UNSEEN: Effect = { kind: 'execute', resource: '(code that cannot be seen beforehand)', unknown: true };

export class ShellFindings {
  danger: Danger = 'safe';
  /** Whether nobody can say what the text touches. */
  unbounded = false;
  broken = 0;
  /** Whether something is known to be dangerous for what it does. */
  #known = false;
  readonly #reasons = new Map<string, ShellReason>();
  readonly #effects = new Map<string, Effect>();
  readonly #commands = new Map<string, SimpleCommand>();
  readonly #readFrom = new Set<string>();

  note(danger: Danger, text: string, command: string, unseen = false): undefined {
    this.danger = worse(this.danger, danger);
    if (danger === 'safe' || (this.#reasons.size >= MOST_REASONS && danger !== 'dangerous')) return;
    if (danger === 'dangerous' && !unseen) this.#known = true;
    const key = `${danger} ${text} ${command}`;
    const reason = { danger, text, command: shorten(command), ...(unseen ? ({ unseen } as const) : {}) };
    if (this.#reasons.size < 2 * MOST_REASONS) this.#reasons.set(key, reason);
  }

  /** Notes an effect; `pattern` picks the files, where not all below the resource are meant. */
  touch(effect: Effect, pattern = effect.resource): undefined {
    if (effect.kind === 'read' && effect.tree && this.#readFrom.size < MOST_EFFECTS) this.#readFrom.add(pattern);
    const key = `${effect.kind}${effect.tree ? '+' : effect.about ? '?' : ' '}${effect.resource}`;
    if (this.#effects.has(key)) return;
    if (this.#effects.size < MOST_EFFECTS) this.#effects.set(key, effect);
    else if (!this.unbounded) {
      this.unbounded = true;
      this.note('dangerous', 'touches more than can be listed', '');
    }
  }

  writes(path: string): boolean {
    return this.#effects.has(`write ${path}`);
  }

  ran(words: readonly Word[], text: string): undefined {
    if (!this.#commands.has(text))
      this.#commands.set(text, {
        words: words.map(({ value, text: shown }) => (isKnown(value) ? value : shown)),
        text,
      });
  }

  /** Whether the text is dangerous only for what it does not show. */
  get unseen(): boolean {
    return this.danger === 'dangerous' && !this.#known;
  }

  get reasons(): readonly ShellReason[] {
    return [...this.#reasons.values()].sort((a, b) => RANK[b.danger] - RANK[a.danger]);
  }

  /** The effects that are known; they count also where the text may touch more that nobody knows. */
  get effects(): Effects {
    return this.unbounded ? [...this.#effects.values(), UNSEEN] : [...this.#effects.values()];
  }

  get readFrom(): readonly string[] {
    return [...this.#readFrom];
  }

  get commands(): readonly SimpleCommand[] {
    return [...this.#commands.values()];
  }
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
