import type { Effect } from '../tool/effect.ts';
import type { HostName } from './host-names.ts';
import type { HookLines } from './install/hook-lines.ts';
import type { HostTrial } from './trial/host-trial.ts';

/** The input of a host's tool, or an event, as the host wrote it. */
export type HostInput = Readonly<Record<string, unknown>>;

/** What a host's own tool would do, as far as its input tells. Paths are as the host wrote them. */
export type HostDeed =
  /** Runs a command in the host's shell: it is rewritten where the host takes that, and runs in the sandbox. */
  | {
      readonly kind: 'shell';
      readonly command: string;
      readonly title?: string | undefined;
      /** The folder that the command is to run in, where that is not the session's. */
      readonly folder?: string | undefined;
    }
  /** Writes these files itself. */
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  /** Looks, and changes nothing. */
  | { readonly kind: 'look'; readonly effects: readonly Effect[] }
  /** Reaches these hosts, and brings in what others wrote. */
  | { readonly kind: 'reach'; readonly hosts: readonly string[] }
  /** Writes to a folder of the host's own, outside of the workspace: a person is asked, and nothing takes it back. */
  | { readonly kind: 'own-folder'; readonly path: string }
  /** Touches nothing but the host itself: a list of tasks, a question to its user, an agent whose calls come too. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' };

interface EventOrigin {
  readonly session: string;
  /** An agent below the session's own. */
  readonly agent?: { readonly id: string; readonly type?: string | undefined } | undefined;
  /** The folder that the session is in now, absolute. */
  readonly cwd: string;
  /** The name of the round that began with the user's words, where the host says it. */
  readonly turn?: string | undefined;
  /** Whether a person sits at the host, who can be asked by it. */
  readonly attended: boolean;
}

interface ToolEvent extends EventOrigin {
  /** The model's own id of the call; undefined where the host tells none. */
  readonly callID: string | undefined;
  readonly tool: string;
  readonly input: HostInput;
}

export type HostEvent =
  | ({ readonly kind: 'before' } & ToolEvent)
  | ({ readonly kind: 'after'; readonly failed: boolean } & ToolEvent)
  | ({ readonly kind: 'turn-begins'; readonly said?: string | undefined } & EventOrigin)
  | ({ readonly kind: 'turn-ends' } & EventOrigin)
  | ({ readonly kind: 'session-begins' } & EventOrigin)
  | ({ readonly kind: 'session-ends' } & EventOrigin)
  | ({ readonly kind: 'other' } & EventOrigin);

export type HostAnswer =
  /** Nothing speaks against the call: the host's own rules decide. */
  | { readonly verdict: 'none' }
  /** The call runs, with this input in place of the model's. */
  | { readonly verdict: 'allow'; readonly input: HostInput }
  /** The host puts this question to its person; with a yes the call runs, with this input if there is one. */
  | { readonly verdict: 'ask'; readonly reason: string; readonly input?: HostInput | undefined }
  | { readonly verdict: 'deny'; readonly reason: string };

export interface HostPlace {
  /** The folder that relative paths of the host begin in. */
  readonly cwd: string;
  /** The user's home; `env` holds what the hook was started with, as far as it is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * What a host does with a command: it runs another in its place, in a shell that is kept, so that a change of folder
 * holds for the next one, or in a fresh one each time; or it runs what the model wrote, and no other.
 */
type HostShell = 'kept' | 'fresh' | 'own';

/** A program that runs an agent and calls hooks: all that differs from one to the other. */
export interface Host {
  readonly name: HostName;
  readonly title: string;
  /** Reads what the host wrote to its hook; throws where that is no event of its. */
  readEvent(raw: HostInput, env: HostPlace['env']): HostEvent;
  deedOf(tool: string, input: HostInput, place: HostPlace): HostDeed;
  readonly shell: HostShell;
  withCommand(input: HostInput, command: string): HostInput;
  /**
   * The input that is given back to a host which would take the model's input for another than it says; undefined where
   * the host would not. Left out: the host never would.
   */
  readonly withPlainPaths?: (tool: string, input: HostInput, place: HostPlace) => HostInput | undefined;
  /** The answer as the host reads it from standard output: valid JSON in every case. */
  renderAnswer(event: HostEvent, answer: HostAnswer): string;
  readonly config: HostConfig;
  /** How the host is run without a person against a scripted model; left out: nobody has run it so far. */
  readonly trial?: HostTrial;
}

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
