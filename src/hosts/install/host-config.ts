import type { HookLines } from './hook-lines.ts';

/** The config that is changed: the user's, for all projects, or that of one project. */
type ConfigScope = 'user' | 'project';

export interface ConfigPlace {
  readonly scope: ConfigScope;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The file where a host's hooks are written down; texts in, texts out. */
export interface HostConfig {
  /** The file's path; undefined: the host has no such file. */
  file(place: ConfigPlace): string | undefined;
  /** Other files of the host that may speak against being gated. */
  alsoRead(place: ConfigPlace): readonly string[];
  /** The file with our hooks in it, once. Throws where it cannot be read. */
  install(text: string | undefined, lines: HookLines): string;
  /** The file without our hooks, and all else as it was; undefined where nothing is left. */
  uninstall(text: string): string | undefined;
  commandsIn(text: string): readonly string[];
  /** Why the host would not load such a file, hooks and all; undefined where nothing is known against it. */
  unloadable?(text: string): string | undefined;
  /** What in the file speaks against being gated, a sentence each. */
  concerns(text: string): readonly string[];
  /** What a person has to do besides, a sentence each. */
  readonly afterwards: readonly string[];
}
