import { isAbsolute, resolve } from 'node:path';
import { isBelow } from '../system/is-below.ts';
import { type Effect, reads, readsTree, seesTree } from '../tool/effect.ts';
import type { Host, HostDeed, HostInput, HostPlace } from './host.ts';
import { isPlainPath, textOrNone } from './raw-input.ts';

/** What one tool does with this input; undefined where the input does not tell. */
type ToolUse = (input: HostInput, place: HostPlace) => HostDeed | undefined;

interface HostTools {
  /** The folder of the host's own, with its settings, plans and notes. */
  readonly folder: (env: HostPlace['env']) => string;
  /** Whether the host takes a path as it is written; left out: see `isPlainPath`. */
  readonly isPlain?: (path: string) => boolean;
  /** Tools that touch nothing but the host: what they start calls tools, and those calls come here too. */
  readonly nothing?: string;
}

/** What calls would do, by the tools that are known; what other tools do nobody knows. */
export function deedsOf(
  host: HostTools,
  toolsBy: (uses: ReturnType<typeof toolUses>) => Readonly<Record<string, ToolUse>>,
): Host['deedOf'] {
  const tools = toolsBy(toolUses(host));
  const nothing = new Set(host.nothing?.split(/\s+/));
  return (tool, input, place) => {
    if (nothing.has(tool)) return { kind: 'nothing' };
    return (Object.hasOwn(tools, tool) ? tools[tool]?.(input, place) : undefined) ?? { kind: 'unknown' };
  };
}

/** The ways in which tools of hosts say what they touch; each is given the names of fields. */
function toolUses({ folder: ownFolder, isPlain = isPlainPath }: HostTools) {
  const pathIn = (input: HostInput, key: string): string | undefined => {
    const path = textOrNone(input, key);
    return path !== undefined && isPlain(path) ? path : undefined;
  };
  /** The folders that a search begins in; undefined where one of them is not known. */
  const treesIn = (input: HostInput, key: string): readonly string[] | undefined => {
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
    shell: (command: string, title?: string, folder?: string): ToolUse => {
      return input => {
        const text = textOrNone(input, command);
        const where = folder === undefined || textOrNone(input, folder) === undefined ? '.' : pathIn(input, folder);
        if (text === undefined || where === undefined) return undefined;
        const said = title === undefined ? undefined : textOrNone(input, title);
        return { kind: 'shell', command: text, title: said, folder: where === '.' ? undefined : where };
      };
    },
    /** Plans and notes lie in the host's own folder; its settings do too, so that a person is asked about all of it. */
    writes: (key: string): ToolUse => {
      return (input, { env, cwd }) => {
        const path = pathIn(input, key);
        if (path === undefined) return undefined;
        const isOwn = isBelow(resolve(cwd, path), ownFolder(env));
        return isOwn ? { kind: 'own-folder', path } : { kind: 'files', paths: [path] };
      };
    },
    reads: (key: string): ToolUse => {
      return input => {
        const path = pathIn(input, key);
        return look(path === undefined ? undefined : [path], reads);
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
const pathsOfPatch = (patch: string): string[] => [
  ...new Set(patch.split('\n').flatMap(line => NAMED.exec(line)?.[1] ?? [])),
];
