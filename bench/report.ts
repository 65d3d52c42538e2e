import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { ContestResult } from './contest.ts';
import type { PartResult } from './part.ts';

export interface Report {
  readonly at: string;
  readonly quick: boolean;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, PartResult>>;
}

/** The versions of what takes part, as installed. */
export function versionsOf(folder: string): Record<string, string> {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>;
  const { dependencies = {} } = read(join(folder, 'package.json'));
  const versions: Record<string, string> = { node: process.version };
  for (const name of Object.keys(dependencies)) {
    try {
      versions[name] = String(read(join(folder, 'node_modules', name, 'package.json')).version);
    } catch {
      versions[name] = 'not installed';
    }
  }
  return versions;
}

export const describeMachine = (): string => `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`;

export function printPart(name: string, { contests, growth = [], facts = [] }: PartResult): void {
  console.log(`\n${name}`);
  for (const contest of contests) printContest(contest);
  for (const { work, sizes, slope } of growth) {
    const costs = sizes.map(({ size, cost }) => `${size.toLocaleString('en')}: ${sayTime(cost)}`).join('  ');
    console.log(`  ${work}\n    ${costs}   slope ${slope.toFixed(2)}`);
  }
  for (const { what, value } of facts) console.log(`  ${what.padEnd(44)} ${value}`);
}

function printContest({ work, measure, goal, standings }: ContestResult): void {
  console.log(`  ${work} (${measure === 'cpu' ? 'CPU' : 'time'}${goal === undefined ? '' : `, goal ${goal} x`})`);
  for (const { name, role, median, quartiles, ratio } of standings) {
    const spread = `${sayTime(quartiles[0])} to ${sayTime(quartiles[1])}`;
    const sign = role === 'ours' ? '>' : ' ';
    const times = ratio === undefined ? '' : `${ratio.toFixed(2)} x`;
    const verdict = role === 'ours' && goal !== undefined && ratio !== undefined ? (ratio <= goal ? 'ok' : 'over') : '';
    console.log(
      `  ${sign} ${name.padEnd(40)} ${sayTime(median).padStart(10)}  ${spread.padEnd(22)} ${times.padStart(9)} ${verdict}`,
    );
  }
}

function sayTime(milliseconds: number): string {
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(milliseconds < 0.01 ? 2 : 0)} us`;
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
