import type { StubCall } from './protocols/protocol.ts';

/** Where a host is run: folders of its own, never the user's, and the address of the scripted model. */
interface TrialPlace {
  readonly home: string;
  readonly project: string;
  readonly url: string;
}

/** The calls that a scripted model makes in this host, by what they do. Paths are absolute. */
interface TrialCalls {
  shell(command: string): StubCall;
  write(path: string, content: string): StubCall;
  /** Puts one line in the place of another by the host's own tool. */
  edit(path: string, line: string, other: string): StubCall;
  readonly read?: (path: string) => StubCall;
  readonly agent?: (prompt: string) => StubCall;
}

export interface HostTrial {
  readonly package: string;
  readonly program: string;
  /** The version with which the cases were run last. */
  readonly version: string;
  /** Files of the host's config, relative to the home; two runs share a home, and each has its own model. */
  files(place: Omit<TrialPlace, 'url'>): Readonly<Record<string, string>>;
  env(place: TrialPlace): Readonly<Record<string, string>>;
  args(prompt: string, place: TrialPlace): readonly string[];
  readonly calls: TrialCalls;
  /** Other tools for files, which the host gives to other models, and the variables that choose such a model. */
  readonly others?: { readonly env: Readonly<Record<string, string>> } & Pick<TrialCalls, 'write' | 'edit'>;
  /** A user's config with a hook of theirs, which stays as it is; left out: one as Claude Code has it. */
  readonly config?: string;
  /** The name of that config's file, beside ours; left out: the file that our hooks are written into. */
  readonly configName?: string;
  /** What the host does not do, a sentence each: cases that need it are said to be untried. */
  readonly lacks?: {
    /** The host does not say which agent makes a call. */
    readonly agentNames?: string;
    readonly newFolders?: string;
    readonly exitCodes?: string;
  };
  /** What a host says that is in the way of another that starts at the same time: then it is started again. */
  readonly again?: RegExp;
  /** How the host loads a plugin; left out: hooks are commands. */
  readonly plugin?: TrialPlugin;
}

interface TrialPlugin {
  /** The text of a plugin that runs `body` before a call. */
  failing(body: string): string;
  /** What the host says where it does not even start without its plugin. */
  readonly refuses?: RegExp;
}
