import type { Danger } from '../../tool/effect.ts';
import type { JudgedCommand } from '../state/run.ts';
import type { Word } from '../state/value.ts';

/**
 * The role of a word. `text` means nothing to anybody else; `look` is a path of which only names and sizes are told;
 * `load` is read and not shown; `edit` is shown and written; `own` is a file that is run; `script` is shell text.
 */
export type WordRole =
  | 'text'
  | 'read'
  | 'readTree'
  | 'load'
  | 'look'
  | 'lookTree'
  | 'write'
  | 'edit'
  | 'create'
  | 'delete'
  | 'deleteTree'
  | 'url'
  | 'host'
  | 'own'
  | 'script';

/** An option. Without a role it takes no value. */
export interface Option {
  readonly role?: WordRole;
  /** Whether the value is only ever in the same word: `--color=auto`, `-i.bak`. */
  readonly optional?: boolean | RegExp;
  /** Whether all that follows belongs to what the option names. */
  readonly ends?: boolean;
  readonly danger?: Danger;
  readonly why?: string;
  /** The name by which a judge finds the option. */
  readonly name?: string;
}

/** The words of a command: options by their table name, and the operands. */
export interface GivenWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** The number of operands before `--`. */
  readonly beforeDashes: number;
  has(...names: readonly string[]): boolean;
  /** The value of an option, the last one given. */
  valueOf(...names: readonly string[]): string | undefined;
}

export interface GivenOption {
  readonly name: string;
  readonly value: string | undefined;
  readonly option: Option | undefined;
  /** The index of the word it stands in. */
  readonly at?: number;
}

export interface Program {
  /** The danger of running the program at all. */
  readonly danger?: Danger;
  readonly why?: string;
  /** Options by their names, with spaces between them. */
  readonly options?: Readonly<Record<string, WordRole | Option>>;
  /** Options without a value that do no more than shape what is told; `-abc` are three. What is listed nowhere is not safe. */
  readonly flags?: string;
  /** Options that take a value which means nothing here. */
  readonly values?: string;
  /** Roles by position; the last holds for all that follow. `first` and `last` pick one out. */
  readonly operands?: readonly WordRole[];
  readonly last?: WordRole;
  /** Whether options come first, and what follows belongs to the command that is run. */
  readonly prefix?: boolean;
  /** Whether `-name` is one option, not a row of letters. */
  readonly long?: boolean;
  readonly verbs?: Readonly<Record<string, Program>>;
  /** The table of a verb that is not listed. */
  readonly otherVerb?: Program;
  /** Whether the program talks to the hosts that its words name, or to some host. */
  readonly network?: boolean;
  /** Whether the judge looks at the options itself. */
  readonly ownOptions?: boolean;
  /** Judges what a table cannot say. */
  readonly judge?: (run: JudgedCommand, given: GivenWords) => void;
}

export type Programs = Readonly<Record<string, Program>>;

export const SAFE: Program = { danger: 'safe' };
export const moderate = (why: string, more: Omit<Program, 'danger' | 'why'> = {}): Program => ({
  danger: 'moderate',
  why,
  ...more,
});
export const dangerous = (why: string, more: Omit<Program, 'danger' | 'why'> = {}): Program => ({
  danger: 'dangerous',
  why,
  ...more,
});
export const reader = (...operands: readonly WordRole[]): Program => ({
  operands: operands.length > 0 ? operands : ['read'],
});

export const risky = (why: string, role?: WordRole): Option => ({ danger: 'dangerous', why, role });
export const mildly = (why: string, role?: WordRole): Option => ({ danger: 'moderate', why, role });

/** A table with the same program under several names. */
export function each(names: string, program: Program): Programs {
  return Object.fromEntries(names.split(' ').map(name => [name, program]));
}
