import { isAbsolute, resolve } from 'node:path';
import { isBelow } from '../system/is-below.ts';
import { type Effect, reads, readsTree, seesTree } from '../tool/effect.ts';
import type { HostDeed, HostPlace } from './host.ts';
import { isPlainPath, textOrNone } from './raw-input.ts';

type Input = Readonly<Record<string, unknown>>;
type Env = HostPlace['env'];

/** What one tool does with this input; undefined where the input does not tell. */
type ToolUse = (input: Input, place: HostPlace) => HostDeed | undefined;

interface HostTools {
  readonly tools: Readonly<Record<string, ToolUse>>;
  /** Tools that touch nothing but the host: what they start calls tools, and those calls come here too. */
  readonly nothing: ReadonlySet<string>;
}

/** A set of names, written in lines. */
export const namesIn = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap(line => line.split(' ')));

/** What a call would do, by the tools that are known; what other tools do nobody knows. */
export function deedBy({ tools, nothing }: HostTools, tool: string, input: Input, place: HostPlace): HostDeed {
  if (nothing.has(tool)) return { kind: 'nothing' };
  const deed = Object.hasOwn(tools, tool) ? tools[tool]!(input, place) : undefined;
  return deed ?? { kind: 'unknown' };
}

interface PathsOfHost {
  /** The folder of the host's own, with its settings, plans and notes. */
  readonly folder: (env: Env) => string;
  /** Whether the host takes a path as it is written; left out: see `isPlainPath`. */
  readonly isPlain?: (path: string) => boolean;
}

/** The ways in which tools of hosts say what they touch; each is given the names of fields. */
export function toolUses({ folder: ownFolder, isPlain = isPlainPath }: PathsOfHost) {
  const pathIn = (input: Input, key: string): string | undefined => {
    const path = textOrNone(input, key);
    return path !== undefined && isPlain(path) ? path : undefined;
  };
  /** The folders that a search begins in; undefined where one of them is not known. */
  const treesIn = (input: Input, key: string): readonly string[] | undefined => {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (value === undefined || value === '' || value === null) return ['.'];
    const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
    return paths.length > 0 && paths.every(path => typeof path === 'string' && isPlain(path))
      ? (paths as readonly string[])
      : undefined;
  };
  const look = (paths: readonly string[] | undefined, effect: (path: string) => Effect): HostDeed | undefined =>
    paths && { kind: 'look', effects: paths.map(effect) };
  return {
    /** A command; the folder that it runs in must be known where a field names one. */
    shell: (command: string, title: string, folder?: string): ToolUse => {
      return input => {
        const text = textOrNone(input, command);
        const where = folder === undefined || textOrNone(input, folder) === undefined ? '.' : pathIn(input, folder);
        if (text === undefined || where === undefined) return undefined;
        return {
          kind: 'shell',
          command: text,
          title: textOrNone(input, title),
          folder: where === '.' ? undefined : where,
        };
      };
    },
    /** Plans and notes lie in the host's own folder; its settings do too, so that a person is asked about all of it. */
    writes: (key: string): ToolUse => {
      return (input, { env, cwd }) => {
        const path = pathIn(input, key);
        if (path === undefined) return undefined;
        return isBelow(resolve(cwd, path), ownFolder(env))
          ? { kind: 'own-folder', path }
          : { kind: 'files', paths: [path] };
      };
    },
    reads: (key: string): ToolUse => {
      return input => {
        const path = pathIn(input, key);
        return path === undefined ? undefined : { kind: 'look', effects: [reads(path)] };
      };
    },
    lists:
      (key: string): ToolUse =>
      input =>
        look(treesIn(input, key), seesTree),
    searches:
      (key: string): ToolUse =>
      input =>
        look(treesIn(input, key), readsTree),
    finds: (pattern: string, key: string): ToolUse => {
      return input =>
        staysBelow(textOrNone(input, pattern) ?? '', isPlain) ? look(treesIn(input, key), seesTree) : undefined;
    },
    fetches: (key: string): ToolUse => {
      return input => {
        const url = URL.parse(textOrNone(input, key) ?? '');
        return url ? { kind: 'reach', hosts: [url.hostname] } : undefined;
      };
    },
    /** The service that a host searches the web with. */
    asks:
      (host: string): ToolUse =>
      () => ({ kind: 'reach', hosts: [host] }),
    patches: (key: string): ToolUse => {
      return input => {
        const paths = pathsOfPatch(textOrNone(input, key) ?? '');
        return paths.length > 0 && paths.every(isPlain) ? { kind: 'files', paths } : undefined;
      };
    },
  };
}

/** Whether a pattern finds nothing but what is below its folder: one that begins elsewhere looks there. */
const staysBelow = (pattern: string, isPlain: (path: string) => boolean): boolean =>
  isPlain(pattern) && !isAbsolute(pattern) && !pattern.includes('..') && !/[{,(|]\//.test(pattern);

/** A line that could name a file, also one that only looks like it: a name too many does no harm. */
const NAMED = /^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to):\s*(.+?)\s*$/s;

/** The files of a patch. A line ends where hosts end it: other characters that end lines are part of a path. */
export const pathsOfPatch = (patch: string): string[] => [
  ...new Set(patch.split('\n').flatMap(line => NAMED.exec(line)?.[1] ?? [])),
];
