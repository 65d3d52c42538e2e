import { posix } from 'node:path';
import type { Context } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { newId } from '../../../tool/id.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { runCommand } from '../../shell/run-command.ts';
import type { ShellServices } from '../../shell/services.ts';
import { PROGRAM_PATH } from '../../shell/shell-program.ts';
import { foldersUp, readProjectFile } from '../read-project-file.ts';
import type { Formatter, FormatterChoice } from './detect-formatters.ts';

/**
 * Runs formatters of the project inside the sandbox. The program at $1 and then groups: a name, a folder to run in, the
 * number of words that follow, and the words: options and files. The words of each formatter come behind a mark, the
 * first word.
 */
const FORMAT_DRIVER = readProgram(new URL('./format-driver.sh', import.meta.url));
/** The most letters of a command line, which has a limit. */
const MOST_LETTERS = 100_000;

export interface Group extends FormatterChoice {
  readonly paths: readonly string[];
}

/** Runs the formatters of a project on a layer, and takes over the files that were meant, and nothing else. */
export async function runOwn(
  services: ShellServices,
  ctx: Context,
  { groups, time }: { groups: readonly Group[]; time: number },
) {
  const before = new Map<string, Buffer>();
  for (const path of groups.flatMap(({ paths }) => paths))
    before.set(path, Buffer.from((await ctx.files.read(path)).bytes));
  const mark = `=${newId()}=`;
  const words: string[] = [];
  for (const part of groups.flatMap(inParts)) addAll(words, await wordsOf(part, ctx));
  const argv = ['bash', PROGRAM_PATH, mark, ...words];
  const ran = await runCommand(services, ctx, { argv, program: FORMAT_DRIVER, cwd: '.', time });
  if (ran.ended.stopped) {
    ran.drop();
    const why =
      ran.ended.stopped === 'time' ? `was not done after ${time / 1000} s` : `was stopped (${ran.ended.stopped})`;
    throw new ToolError('TIMEOUT', `The formatter ${why}. Nothing was changed.`, {
      suggestion: 'Give fewer paths, or a longer timeout.',
    });
  }
  /** The new content of files, where it differs from before. */
  const formatted = new Map<string, Uint8Array>();
  for (const [path, bytes] of before) {
    const now = (await ctx.files.stat(path)) && (await ctx.files.read(path)).bytes;
    if (now && !bytes.equals(now)) formatted.set(path, now);
  }
  ran.drop();
  const said = ran.output.split(`${mark} `).slice(1);
  const missing = groups.filter(({ formatter }) => said.some(part => part.startsWith(`missing ${formatter}`)));
  const failed = groups.flatMap(group => failuresOf(group, { said, root: ctx.files.root }));
  return { formatted, failed, missing };
}

/** A group in parts, each with as many files as one command line takes. */
function inParts(group: Group): readonly Group[] {
  const parts: Group[] = [];
  let paths: string[] = [];
  let letters = 0;
  for (const path of group.paths) {
    if (letters + path.length > MOST_LETTERS) {
      parts.push({ ...group, paths });
      [paths, letters] = [[], 0];
    }
    paths.push(path);
    letters += path.length + 200;
  }
  return [...parts, { ...group, paths }];
}

/** The words of a command. Paths are absolute, so that none is taken for an option. */
async function wordsOf({ formatter, folder, paths }: Group, { files }: Context): Promise<readonly string[]> {
  const options = WRITING[formatter].split(' ');
  if (formatter === 'rustfmt') options.push('--edition', await editionOf(files, folder));
  const words = [...options, ...paths.map(path => posix.join(files.root, path))];
  return [formatter, posix.join(files.root, folder), String(words.length), ...words];
}

async function editionOf(files: Context['files'], folder: string): Promise<string> {
  for (const each of foldersUp(folder)) {
    const text = (await readProjectFile(files, `${each}/Cargo.toml`)) ?? '';
    const edition = /^edition\s*=\s*"(\d{4})"/m.exec(text)?.[1];
    if (edition) return edition;
  }
  return '2021';
}

/** The complaints of a formatter; where it failed but none is understood, the end of its output. */
function failuresOf(group: Group, { said, root }: { said: readonly string[]; root: string }): readonly FormatFailure[] {
  return said.flatMap((part, at) => {
    if (!part.startsWith(`${group.formatter}\n`)) return [];
    const text = part.slice(group.formatter.length + 1);
    const ended = /^ended (\d+)/.exec(said[at + 1] ?? '')?.[1];
    const found = parseComplaints(text, { root, folder: group.folder });
    if (found.length > 0 || ended === undefined || ended === '0') return found;
    const tail = text.trim().split('\n').slice(-5).join('\n');
    return [{ path: group.folder, message: `${group.formatter} ended with exit code ${ended}: ${tail}` }];
  });
}

/** Options with which each formatter writes the files that follow, and nothing else. */
const WRITING: Readonly<Record<Formatter, string>> = {
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
function parseComplaints(said: string, { root, folder }: { root: string; folder: string }) {
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
