import { type JudgedCommand, mild, risk } from '../state/run.ts';
import type { Word } from '../state/value.ts';

/**
 * The role of a word. `text` means nothing to anybody else; of a `look` path only names and sizes are told; a `load`
 * file is read and not shown, an `edit` file shown and written, an `own` file run; `script` is shell text.
 */
export type WordRole = (typeof ROLES)[number];
export const ROLES = [
  ...(['text', 'read', 'readTree', 'load', 'look', 'lookTree', 'write', 'edit', 'create'] as const),
  ...(['delete', 'deleteTree', 'host', 'own', 'script'] as const),
] as const;

/** The reason why a program or an option is moderate, or dangerous, at all. */
type Warning = { readonly moderate?: string; readonly dangerous?: string };

export interface Option extends Warning {
  readonly role?: WordRole;
  /** Whether the value is only ever in the same word: `--color=auto`, `-i.bak`. */
  readonly optional?: boolean | RegExp;
  /** Whether all words that follow belong to the command that the option names. */
  readonly ends?: boolean;
  /** The first of its names, which judges ask for. */
  readonly name?: string;
}

/** The words of a command: options by their table name, and the operands. */
export interface GivenWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  readonly values: readonly string[];
  readonly beforeDashes: number;
  /** Whether one of the options is given; names have spaces between them. */
  has(names: string): boolean;
  valueOf(names: string): string | undefined;
  allOf(names: string): readonly string[];
}

export interface GivenOption {
  readonly name: string;
  readonly value: string | undefined;
  readonly option: Option | undefined;
  /** The index of the word that the option stands in. */
  readonly at?: number;
}

export interface Program extends Warning {
  /**
   * Options, with blanks between them: `-abc` are three that only shape what the program tells, `-n=` takes a value
   * that means nothing here, `-o=write` one of that role, `-i=?` one in the same word, `-#` is any number, and `-r|-R`
   * are two names of one. An option that is listed nowhere is not safe.
   */
  readonly options?: string;
  /** Options that make the command moderate, or dangerous, by the reason. */
  readonly milds?: Readonly<Record<string, string>>;
  readonly risks?: Readonly<Record<string, string>>;
  /** Options that take their values in a way of their own. */
  readonly special?: Readonly<Record<string, Option>>;
  /** Roles by position; the last role holds for all words that follow. `first` and `last` pick one word out. */
  readonly operands?: readonly WordRole[];
  readonly last?: WordRole;
  /** Whether options come first, and the words that follow belong to the command that is run. */
  readonly prefix?: boolean;
  /** Whether `-name` is one option, not a row of letters. */
  readonly long?: boolean;
  readonly verbs?: Programs;
  readonly otherVerb?: Program;
  /** Whether the program talks to the hosts that its words name, or to some host. */
  readonly network?: boolean;
  /** Whether the judge looks at the options itself. */
  readonly ownOptions?: boolean;
  readonly judge?: Judge;
}

type Judge = (run: JudgedCommand, given: GivenWords) => void;

/** Programs, or verbs of one program, by their names, with spaces between the names. */
export type Programs = Readonly<Record<string, Program>>;
export const SAFE: Program = {};
/** A table with a judge for what no table can say. */
export const judged = (table: Program, judge: Judge): Program => ({ ...table, judge });
export const reader = (...operands: readonly WordRole[]): Program => ({
  operands: operands.length > 0 ? operands : ['read'],
});

export const risky = (why: string): Program => ({ dangerous: why });
export const mildly = (why: string): Program => ({ moderate: why });

/** Programs that are dangerous, or moderate, and need no more than the reason: their names by the reason. */
export const warned = (danger: keyof Warning, names: Readonly<Record<string, string>>): Programs =>
  Object.fromEntries(Object.entries(names).map(([why, all]) => [all, { [danger]: why }]));

/** The answer in one of two cases: a danger, another judge or table with one, or nothing. */
type Remark = Program | Judge | undefined;

/** Notes the warning of a table about a program or an option, the worse of both. */
export function warn(run: JudgedCommand, { moderate, dangerous }: Warning, before = ''): undefined {
  if (dangerous) risk(run, `${before}${dangerous}`);
  else if (moderate) mild(run, `${before}${moderate}`);
}

const either = (test: (...of: Parameters<Judge>) => boolean, then: Remark, otherwise: Remark): Program =>
  judged({}, (run, given) => {
    const remark = test(run, given) ? then : otherwise;
    if (typeof remark === 'function') return remark(run, given);
    warn(run, remark ?? SAFE);
    remark?.judge?.(run, given);
  });

/** A table that judges by the whole text, the first operand, any operand, or whether one of some options is given. */
export const onText = (form: RegExp, then: Remark, otherwise?: Remark): Program =>
  either(({ text }) => form.test(text), then, otherwise);
export const onVerb = (form: RegExp, then: Remark, otherwise?: Remark): Program =>
  either((_, { values }) => form.test(values[0] ?? ''), then, otherwise);
export const onWord = (form: RegExp, then: Remark, otherwise?: Remark): Program =>
  either((_, { values }) => values.some(value => form.test(value)), then, otherwise);
export const onOption = (names: string, then: Remark, otherwise?: Remark): Program =>
  either((_, { has }) => has(names), then, otherwise);

/** A table by each single name; of two entries for a name the later one counts. */
export const byName = (programs: Programs): ReadonlyMap<string, Program> =>
  new Map(Object.entries(programs).flatMap(([names, program]) => names.split(' ').map(name => [name, program])));
