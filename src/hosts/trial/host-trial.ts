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
  /** Makes a new file by the host's own tool. */
  write(path: string, content: string): StubCall;
  /** Puts one line in the place of another by the host's own tool. */
  edit(path: string, line: string, other: string): StubCall;
  /** Reads by the host's own tool; left out where it has none. */
  readonly read?: (path: string) => StubCall;
  /** Starts an agent below, which is told this; left out where the host has none. */
  readonly agent?: (prompt: string) => StubCall;
}

/** How a host is run without a person, against a scripted model, with its hooks at work. */
export interface HostTrial {
  /** Its package on npm, and the program in it. */
  readonly package: string;
  readonly program: string;
  /** The version with which the cases were run last. */
  readonly version: string;
  /** Files of its config, relative to the home; two runs share a home, and each has its own model. */
  files(place: Omit<TrialPlace, 'url'>): Readonly<Record<string, string>>;
  env(place: TrialPlace): Readonly<Record<string, string>>;
  args(prompt: string, place: TrialPlace): readonly string[];
  readonly calls: TrialCalls;
  /** Other tools for files, which it gives to other models, and the variables that choose such a model. */
  readonly others?: { readonly env: Readonly<Record<string, string>> } & Pick<TrialCalls, 'write' | 'edit'>;
  /** A config of its user with a hook of theirs; left out: one as Claude Code has it. The host must leave it as it is. */
  readonly config?: string;
  /** The name of the file that it is in, beside ours; left out: it is the one that our hooks are written into. */
  readonly configName?: string;
  /** What it does not do, in a sentence each: cases that need it are said to be untried. */
  readonly lacks?: {
    /** It does not say which agent makes a call. */
    readonly agentNames?: string;
    /** Its tool for new files makes no folders. */
    readonly newFolders?: string;
    /** It does not tell its model the exit code of a command. */
    readonly exitCodes?: string;
  };
  /** What the host says where two of it that start at once are in each other's way: then it is started again. */
  readonly again?: RegExp;
  /** Left out: hooks are commands. */
  readonly plugin?: TrialPlugin;
}

/** A host that loads a plugin into its own process. */
interface TrialPlugin {
  /** The text of a plugin that does this before a call. */
  failing(body: string): string;
  /** What the host says where it does not even start without its plugin. */
  readonly refuses?: RegExp;
}
