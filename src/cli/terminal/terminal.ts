import { styleText } from 'node:util';
import { showUnseen } from '../../tool/text/unseen.ts';
import { isTerminal, writeLast } from './streams.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  /** A result, for people or as JSON; a line end is added. */
  result(text: string): void;
  json(value: unknown): void;
  /** A result that is the last one: no stream need be made for it. */
  lastResult(text: string): void;
  /** A remark; silent with --quiet. */
  note(text: string): void;
  /** Why something failed; never silent. */
  problem(text: string): void;
  style(style: Style, text: string): string;
}

/** No stream of the process is made before it is written to. */
export function createTerminal(quiet: boolean): Terminal {
  const result = (text: string) => void process.stdout.write(asLines(text));
  return {
    result,
    json: value => result(JSON.stringify(value)),
    lastResult: text => writeLast(asLines(text)),
    note: text => void (quiet || process.stderr.write(`${text}\n`)),
    problem: text => void process.stderr.write(`${text}\n`),
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
  };
}

const asLines = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** The columns of a table, two spaces apart; the last one as long as it likes. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  const fitted = (cell: string, index: number, row: readonly string[]) =>
    index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
  return rows.map(row => row.map(fitted).join('  ').trimEnd()).join('\n');
}

/** Text that came from outside, safe for a terminal. */
export const printable = (text: string): string => showUnseen(text).replaceAll('\r', '\\x0d');

/** Printable text on one line, for names and paths: a folder's name may hold a line end. */
export const toPrintableLine = (text: string): string =>
  printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

export const cutAfter = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** The beginning of a text, on one line. */
export const briefly = (text: string, most: number): string =>
  cutAfter(toPrintableLine(text.replace(/\s+/g, ' ').trim()), most);

/** Is there a person at a terminal who can be asked? */
export const canAsk = (options: { input: boolean }): boolean => options.input && isTerminal(2) && isTerminal(0);

/** Where questions are drawn. A terminal that tells no size gets the usual one: prompts would draw a letter a line. */
export function questionStream(): NodeJS.WriteStream {
  const { stderr } = process;
  if (stderr.columns === 0) Object.assign(stderr, { columns: 80, rows: stderr.rows || 24 });
  return stderr;
}
