import type { Danger } from '../../tool/effect.ts';
import { PRINTED, type Shell, type Stream } from './shell.ts';
import type { Word } from './value.ts';

/** One simple command while it is judged. */
export interface JudgedCommand {
  readonly name: string;
  readonly words: readonly Word[];
  readonly args: readonly Word[];
  readonly values: readonly string[];
  readonly stdin: Stream | undefined;
  readonly shell: Shell;
  /** The command as one line, for people and rules. */
  readonly text: string;
  output: Stream;
  /** Paths that the program's table has judged already. */
  readonly touched: string[];
  /** Words and scripts that are judged with another command, and texts that are for people alone. */
  readonly handed: (Word | string)[];
  /** Words after an unknown option: its value, perhaps, and not what the table takes them for. */
  readonly doubted: Word[];
  /** Whether the command carries the content of the files that its words name along, and does not show it. */
  carries: boolean;
  /** Whether the command, which is not known to only read, may write the files that its words name. */
  mayWrite: boolean;
}

export function createRun(words: readonly Word[], shell: Shell, stdin: Stream | undefined): JudgedCommand {
  const [program, ...values] = words.map(({ value }) => value);
  return {
    name: program!.slice(program!.lastIndexOf('/') + 1),
    words,
    args: words.slice(1),
    values,
    stdin,
    shell,
    text: joinWords(words),
    output: PRINTED,
    touched: [],
    handed: [],
    doubted: [],
    carries: false,
    mayWrite: false,
  };
}

export const joinWords = (words: readonly Word[]): string => words.map(word => word.text || "''").join(' ');

export const note = (run: JudgedCommand, danger: Danger, text: string): undefined =>
  run.shell.session.findings.note(danger, text, run.text);

export const mild = (run: JudgedCommand, text: string): undefined => note(run, 'moderate', text);
export const risk = (run: JudgedCommand, text: string): undefined => note(run, 'dangerous', text);

/** Notes what only a run would show: a name, a path or a text that is known at run time alone. */
export const unsure = (run: JudgedCommand, text: string): undefined =>
  run.shell.session.findings.note('dangerous', text, run.text, true);

/** Judges a command that shows variables: secrets too, unless all are the job's own and the text has read no secret. */
export function tellsVariables(run: JudgedCommand, text: string): undefined {
  const { where, secrets } = run.shell.session;
  note(run, where.ownVariables && secrets.size === 0 ? 'moderate' : 'dangerous', text);
}

/** Doubts options that are not `known`; for judges that read the words themselves. */
export function doubtOptions(run: JudgedCommand, known: RegExp): undefined {
  for (const [at, value] of run.values.entries()) {
    if (value[0] !== '-' || value === '-' || value === '--' || known.test(value)) continue;
    mild(run, `has the option ${value}, which is not known here`);
    const next = run.args[at + 1];
    if (next) run.doubted.push(next);
  }
}

/** Notes code that is not in the text: nobody can say what the code touches. */
export function blind(run: JudgedCommand, text: string): undefined {
  risk(run, text);
  run.shell.session.findings.unbounded = true;
}

/** Notes code that is not in the text, but comes from this machine: a run would show what the code does. */
export function unseen(run: JudgedCommand, text: string): undefined {
  unsure(run, text);
  run.shell.session.findings.unbounded = true;
}

/** Judges another simple command that this one runs. */
export function judgeInnerCommand(run: JudgedCommand, words: readonly Word[], stdin = run.stdin): Stream {
  if (words.length === 0) return PRINTED;
  for (const word of words) run.handed.push(word);
  return run.shell.session.engine.command(words, run.shell, stdin);
}

export function runScript(run: JudgedCommand, text: string, stdin = run.stdin): Stream {
  run.handed.push(text);
  return run.shell.session.engine.script(text, run.shell, stdin);
}

export function prints(run: JudgedCommand, value: string): undefined {
  run.output = { kind: 'text', value };
}
