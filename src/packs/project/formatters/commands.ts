import { posix } from 'node:path';
import type { Formatter } from './detect-formatters.ts';

/** Options with which each formatter writes the files that follow, and nothing else. */
export const WRITING: Readonly<Record<Formatter, string>> = {
  biome: 'format --write --no-errors-on-unmatched --files-ignore-unknown=true --reporter=github --colors=off',
  prettier: '--write --ignore-unknown --no-color --log-level=warn --',
  oxfmt: '--no-error-on-unmatched-pattern',
  dprint: 'fmt --allow-no-files --',
  ruff: 'format --no-cache --force-exclude --',
  black: '--quiet --force-exclude=^$ --',
  gofmt: '-w',
  rustfmt: '--color=never',
};

export type FormatFailure = Readonly<{ path: string; line?: number | undefined; message: string }>;

/** The ways in which formatters say that a file could not be read; the groups are `path`, `line` and `message`. */
const COMPLAINTS: readonly RegExp[] = [
  /^\[error\] (?<path>[^:\n]+): (?<message>\w*Error: .*?)(?: \((?<line>\d+):\d+\))?$/gm,
  /^::error title=parse,file=(?<path>[^,\n]+),line=(?<line>\d+),.*?::(?<message>.*)$/gm,
  /^error: Failed to parse (?<path>[^:\n]+):(?<line>\d+):\d+: (?<message>.*)$/gm,
  /^error: cannot format (?<path>[^:\n]+): (?<message>Cannot parse[^:]*: (?<line>\d+):\d+: .*)$/gm,
  /^(?<path>[^\s:]+\.go):(?<line>\d+):\d+: (?<message>.*)$/gm,
  /^error(?:\[\w+\])?: (?<message>.*)\n +--> (?<path>[^:\n]+):(?<line>\d+):\d+$/gm,
  /^Error formatting (?<path>[^\n]+?)\. Message: (?<message>[^\n]*?)(?: at \S*:(?<line>\d+):\d+)?$/gm,
];

/** The complaints in an output, with workspace-relative paths; a file is told once. */
export function parseComplaints(said: string, { root, folder }: { root: string; folder: string }) {
  const found = new Map<string, FormatFailure>();
  for (const pattern of COMPLAINTS) {
    for (const { groups } of said.matchAll(pattern)) {
      const { path = '', line, message = '' } = groups ?? {};
      const absolute = posix.resolve(root, folder, path.replace(/^file:\/\//, ''));
      const relative = posix.relative(root, absolute);
      const failure = { path: relative, line: line ? Number(line) : undefined, message: message.trim() };
      if (!found.has(relative)) found.set(relative, failure);
    }
  }
  return [...found.values()];
}
