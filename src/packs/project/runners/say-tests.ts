import { z } from 'zod';
import { sayCount } from '../../../text/say.ts';
import { cutBetweenWords } from '../../../tool/text/mask.ts';
import { RUNNERS } from './detect-runner.ts';

const testFailure = z.object({
  name: z.string(),
  /** The file, workspace-relative. */
  file: z.string().optional(),
  line: z.number().optional(),
  message: z.string(),
});

export const testResult = z.object({
  runner: z.enum(RUNNERS),
  why: z.string(),
  command: z.string(),
  folder: z.string(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  total: z.number(),
  /** The duration in seconds. */
  duration: z.number(),
  failures: z.array(testFailure),
  crashed: z.array(testFailure),
  exitCode: z.number(),
  timed_out: z.boolean(),
});

export type TestFailure = z.output<typeof testFailure>;
type TestResult = z.output<typeof testResult>;

/** The failures that are told in full; others are only named. */
const MOST_TOLD = 20;
const MOST_NAMED = 50;
const MOST_LINES = 14;
const MOST_LETTERS = 1200;
const TAIL_LINES = 25;

/** Tells counts, then each failure with its place and message: what a model needs to go on, not the whole output. */
export function sayTests(result: TestResult, printed: string): string {
  const { command, folder, passed, failed, skipped, total, duration, failures, crashed, exitCode } = result;
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    crashed.length > 0 && `${crashed.length} crashed`,
    skipped > 0 && `${skipped} skipped`,
  ];
  const where = folder === '.' ? '' : ` in ${folder}`;
  const head = `${counts.filter(Boolean).join(', ')} (${sayCount(total, 'test')}, ${duration.toFixed(1)} s; ${command}${where})`;
  const blocks = [...failures.map(one => told('FAILED', one)), ...crashed.map(one => told('CRASHED', one))];
  const rest = [...failures, ...crashed].slice(MOST_TOLD);
  const named = rest.slice(0, MOST_NAMED).map(one => `- ${one.name}${placeOf(one)}`);
  if (rest.length > MOST_NAMED) named.push(`- and ${rest.length - MOST_NAMED} more`);
  const more = named.length > 0 ? [`Also:\n${named.join('\n')}`] : [];
  if (total > 0) return [head, ...blocks.slice(0, MOST_TOLD), ...more].join('\n\n');
  const tail = printed.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  const said = exitCode === 0 ? 'No tests ran.' : `No tests ran; it ended with exit code ${exitCode}.`;
  return [head, `${said}${tail === '' ? '' : ' The end of what it printed:'}`, tail].filter(Boolean).join('\n\n');
}

const placeOf = ({ file, line }: TestFailure): string =>
  file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;

const told = (word: string, one: TestFailure): string =>
  `${word} ${one.name}${placeOf(one)}\n${indent(shorten(one.message))}`;

function shorten(message: string): string {
  const lines = message.split('\n');
  const kept = lines.slice(0, MOST_LINES).join('\n');
  const text = kept.length > MOST_LETTERS ? `${cutBetweenWords(kept, MOST_LETTERS)}…` : kept;
  return lines.length > MOST_LINES ? `${text}\n… ${lines.length - MOST_LINES} more lines` : text;
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
