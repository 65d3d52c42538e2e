import type * as Syntax from 'unbash';
import { type ShellBudget, spend, TooMuchError } from './bounds.ts';
import type { ShellFindings } from './findings.ts';
import { type CommandPlace, isWithin, placeOf, type ShellPath } from './place.ts';
import { DATA, type Word } from './value.ts';

/** A stream into a command or out of one, as far as it is known. */
export type Stream =
  /** A text, with marks for its unknown pieces. */
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'file'; readonly path: string }
  /** The output of a command; `told` is the text that a filter makes of a known one. */
  | { readonly kind: 'data'; readonly network?: boolean; readonly endless?: boolean; readonly told?: string };

export const ENDLESS: Stream = { kind: 'data', endless: true };
export const PRINTED: Stream = { kind: 'data' };
export const NOTHING: Stream = { kind: 'text', value: '' };

/** A file that the text itself makes, with the content that it would have. */
type MadeFile = { readonly content: string; readonly network: boolean };

/** The ways from any part of a text to the parts inside of it; judges and words need them as well. */
export interface ShellEngine {
  script(text: string, shell: Shell, stdin?: Stream): Stream;
  parsed(script: Syntax.ParsedScript, shell: Shell, stdin?: Stream): Stream;
  command(words: readonly Word[], shell: Shell, stdin?: Stream): Stream;
  list(statements: readonly Syntax.Statement[], shell: Shell, stdin?: Stream): Stream;
  walk(node: Syntax.PipelineNode | Syntax.AndOr, shell: Shell, stdin?: Stream): Stream;
  /** Whether a program of that name has a table. */
  knows(name: string): boolean;
}

/** State that all parts of one text share. */
export interface ShellSession {
  readonly where: CommandPlace;
  readonly findings: ShellFindings;
  readonly budget: ShellBudget;
  readonly engine: ShellEngine;
  /** Files written on the way, by path; a folder that was fetched has its path in `fetched`. */
  readonly made: Map<string, MadeFile>;
  readonly fetched: Set<string>;
  readonly links: Map<string, string>;
  /** Plain commands that were judged, with what they print. */
  readonly judged: Map<string, Stream>;
  /** Names that stand for other variables (`declare -n`), and for other commands. */
  readonly references: Map<string, string>;
  readonly aliases: Map<string, string>;
  /** Traps, which run when the shell ends. */
  readonly traps: { readonly text: string; readonly shell: Shell }[];
  /** Functions that are being run, the innermost last. */
  readonly calls: Syntax.Function[];
  /** Every function that was defined, with the shell it was defined in. */
  readonly defined: Map<Syntax.Function, Shell>;
  readonly secrets: Set<string>;
  /** Whether patterns match names that begin with a dot. */
  hiddenGlobs: boolean;
  readonly called: Set<Syntax.Function>;
}

/** The state of a session when the judging of a text begins. */
export const createSession = (fixed: Pick<ShellSession, 'where' | 'findings' | 'budget' | 'engine'>): ShellSession => ({
  ...fixed,
  made: new Map(),
  fetched: new Set(),
  traps: [],
  judged: new Map(),
  links: new Map(),
  references: new Map(),
  aliases: new Map(),
  calls: [],
  defined: new Map(),
  called: new Set(),
  secrets: new Set(),
  hiddenGlobs: false,
});

/** The state of one shell process; a subshell has its own. */
export interface Shell {
  readonly session: ShellSession;
  /** The working directory; undefined after a `cd` to somewhere unknown. */
  cwd: string | undefined;
  /** The folder where the shell would still be if a `cd` failed that nobody checked. */
  perhaps: string | undefined;
  /** Folders that `pushd` left behind, the last first. */
  stack: readonly (string | undefined)[];
  /** Whether a failure ends the script (`set -e`). */
  strict: boolean;
  readonly variables: LayeredMap<readonly string[]>;
  readonly functions: LayeredMap<Syntax.Function>;
  positional: readonly string[] | undefined;
}

export const createShell = (session: ShellSession): Shell => ({
  session,
  cwd: session.where.cwd,
  perhaps: undefined,
  stack: [],
  strict: false,
  variables: new LayeredMap(),
  functions: new LayeredMap(),
  positional: undefined,
});

export const forkShell = (shell: Shell): Shell => ({
  ...shell,
  variables: new LayeredMap(shell.variables),
  functions: new LayeredMap(shell.functions),
});

export const variableOf = (shell: Shell, name: string): string | undefined => shell.variables.get(name)?.join(' ');

export function setVariable(shell: Shell, name: string, value: string): undefined {
  shell.variables.set(name, [value.length > 20_000 ? DATA : value]);
}

/** Calls `run` with other words for `$1` and the like. */
export function withPositional<T>(shell: Shell, words: readonly string[], run: () => T): T {
  const before = shell.positional;
  shell.positional = words;
  try {
    return run();
  } finally {
    shell.positional = before;
  }
}

/** The most links, and the most fetched paths; more are no ordinary command. */
const MOST = 64;

export function markFetched(session: ShellSession, path: string): undefined {
  if (session.fetched.size >= MOST) throw new TooMuchError('Too much is fetched to be judged');
  session.fetched.add(path);
}

export function markLink(session: ShellSession, path: string, target: string): undefined {
  spend(session.budget, 10);
  if (session.links.size >= MOST) throw new TooMuchError('Too many links are made to be judged');
  session.links.set(path, target);
}

export function locate(shell: Shell, value: string, cwd = shell.cwd): ShellPath {
  const { where, links } = shell.session;
  const place = placeOf(value, cwd, where);
  for (const [link, target] of links)
    if (isWithin(place.path, link)) return placeOf(target + place.path.slice(link.length), cwd, where);
  return place;
}

export const isFetchedPath = (session: ShellSession, path: string): boolean =>
  session.fetched.size > 0 && [...session.fetched].some(folder => isWithin(path, folder));

/** A map over another one: a value that is set here hides the value below, which stays as it is. */
class LayeredMap<Value> {
  readonly #below: LayeredMap<Value> | undefined;
  #own: Map<string, Value> | undefined;

  constructor(below?: LayeredMap<Value>) {
    this.#below = below;
  }

  get(name: string): Value | undefined {
    for (let layer: LayeredMap<Value> | undefined = this; layer; layer = layer.#below)
      if (layer.#own?.has(name)) return layer.#own.get(name);
    return undefined;
  }

  set(name: string, value: Value): undefined {
    this.#own ??= new Map();
    this.#own.set(name, value);
  }

  own(): ReadonlyMap<string, Value> {
    return this.#own ?? EMPTY;
  }
}

const EMPTY: ReadonlyMap<string, never> = new Map<string, never>();
