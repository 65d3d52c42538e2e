import type { Capability, Danger, EffectKind, Effects } from '../tool/effect.ts';

export type Verdict = 'allow' | 'ask' | 'deny';
export type Trust = 'untrusted' | 'workspace' | 'user';
export type PresetName = 'read-only' | 'standard' | 'privileged';

/** About effects; may name a tool. Without `match` it holds for every resource, without `effect` for every kind. */
export interface Rule {
  readonly effect?: EffectKind;
  /** Any of the tool's names, or several with `*`. */
  readonly tool?: string;
  /**
   * For paths a glob, as in `.gitignore`: a name without a slash at any depth (`./name` only at the root), with one
   * from the root on, absolute when it starts with `/` or `~/`; deny and ask hold for all below a folder, and in upper
   * and lower case. For the network a host (`*.` for sub-domains). For commands a text where `*` is anything.
   */
  readonly match?: string;
  readonly verdict: Verdict;
  /** Shown with the verdict. */
  readonly reason?: string;
  /**
   * With an allow: it holds only while the tool is described as it was then. "Always" saves it for tools of others,
   * whose description and parameters may change behind one's back.
   */
  readonly fingerprint?: string;
  /** Checked when the rule is loaded. */
  readonly examples?: { readonly match?: readonly string[]; readonly noMatch?: readonly string[] };
}

/** One list of rules and where it came from. Lists are judged alone; the strictest verdict wins. */
export interface RuleList {
  readonly source: string;
  readonly rules: readonly Rule[];
}

export interface PolicyLimits {
  /** Milliseconds a call may run. */
  readonly time: number;
  /** Bytes and lines of a result's output; the rest is kept aside. */
  readonly outputBytes: number;
  readonly outputLines: number;
  /** Per session. */
  readonly tokens: number;
  readonly calls: number;
  /** Depth of spawning. */
  readonly depth: number;
  /** Bytes of before-images that the journal keeps. */
  readonly disk: number;
  /** Bytes of one before-image; a larger one asks. */
  readonly image: number;
}

/** What may run. Deeply frozen; made by `createPolicy` or `restrict`, never by hand. */
export interface RuntimePolicy {
  readonly name: string;
  /** How far this runtime is trusted: reading needs none, writing `workspace`, processes and the network `user`. */
  readonly trust: Trust;
  readonly capabilities: readonly Capability[];
  readonly ruleLists: readonly RuleList[];
  readonly danger: Readonly<Record<Danger, Verdict>>;
  readonly network: {
    /** Hosts that may be reached without asking; `*.` for sub-domains. */
    readonly allow: readonly string[];
    /** What goes out may go through the proxies that the environment names. */
    readonly proxy: boolean;
  };
  readonly limits: PolicyLimits;
  readonly sandbox: 'required' | 'off';
  readonly syntax: 'warn' | 'reject';
  /** Globs of private data: reading it asks unless a rule names it, and counts for taint. */
  readonly private: readonly string[];
  /** Globs of what runs later by itself: writing there asks, whatever a rule allows. */
  readonly protected: readonly string[];
  /** Changes when anything above changes; grants are bound to it. */
  readonly version: string;
  /** Set by `restrict`: what it was made of. Each is judged alone; the fields above are the strictest of all. */
  readonly layers?: readonly RuntimePolicy[];
}

/**
 * What a person writes in a config or hands to `createToolgate`. `private` and `protected` are added to the defaults;
 * `!glob` takes that default out. A limit of `null` is none.
 */
export interface PolicyInput
  extends Partial<Omit<RuntimePolicy, 'ruleLists' | 'layers' | 'version' | 'name' | 'limits' | 'danger' | 'network'>> {
  readonly extends?: PresetName;
  readonly rules?: readonly Rule[];
  readonly limits?: { readonly [K in keyof PolicyLimits]?: number | null };
  readonly danger?: Partial<Record<Danger, Verdict>>;
  readonly network?: Partial<RuntimePolicy['network']>;
}

/** Everything a verdict depends on. Plain data: it is stored with the call, so that another policy can be tried on it. */
export interface Facts {
  readonly tool: string;
  /** Other names that rules may know it by, or the tool that stood for it: their rules hold too where they are stricter. */
  readonly alsoAs?: readonly string[];
  readonly pack?: string;
  /** Of a foreign tool: what the model sees of it, as a hash. */
  readonly fingerprint?: string;
  /** Trust of the pack or the place the tool came from. */
  readonly trust: Trust;
  readonly required: readonly Capability[];
  /** A tool of the user's own says neither what it touches nor what it needs: its author can mend that. */
  readonly undeclared?: boolean | undefined;
  /** The most that its pack's profile lets it need; left out: no pack limits it. */
  readonly ceiling?: readonly Capability[] | undefined;
  /** Resolved: real absolute paths. */
  readonly effects: Effects;
  readonly danger: Danger;
  /** What makes it so, in the tool's own words. */
  readonly why?: string | undefined;
  /** What the tool's own `approval` asks for. */
  readonly approval: boolean | string;
  readonly session: SessionFacts;
  /** Real path of the workspace's root, to tell inside from outside. */
  readonly root: string;
  /**
   * What the call changes is judged again, path by path, before it is written, and what it may not read it cannot
   * see: a staged tool, a sandbox with an overlay. So a rule that might hold somewhere need not ask beforehand.
   */
  readonly contained?: boolean;
  /** What it runs has no way out but a proxy, which lets it reach only what the policy allows. */
  readonly proxied?: boolean;
  /** It may read private files that nobody has named: they are there, and it can see them. */
  readonly mayReadPrivate?: boolean;
  /** Paths among the effects that run later by themselves for what they are, whatever they are called. */
  readonly runsLater?: readonly string[] | undefined;
  /** It takes back what was recorded: what a rule forbids to write is asked about, so that the way back stays open. */
  readonly takesBack?: boolean;
  /** It names a file that came from a private one. */
  readonly readsMarked?: boolean;
  /** A check of the tool (its effects, danger or approval) threw this; the call is refused. */
  readonly failed?: string;
  /** In plan mode: what the call does cannot be staged. With any effect but state it is asked for first. */
  readonly unplannable?: boolean;
}

export interface SessionFacts {
  /** Untrusted content has come in. */
  readonly tainted: boolean;
  /** Private data has been read. */
  readonly privateRead: boolean;
  /** Hosts that a person has let private data go to. */
  readonly hostsAllowed: readonly string[];
  readonly calls: number;
  readonly tokens: number;
}

export interface Reason {
  readonly verdict: Verdict;
  /**
   * What spoke: a rule's source, `capability`, `pack`, `danger`, `taint`, `protected`, `private`, `budget`, `tool`, `trust`,
   * `network`, `sandbox`, `plan`, `error`.
   */
  readonly from: string;
  readonly text: string;
  /** What the model could do about it. */
  readonly suggestion?: string;
  /** What a person could do about it. */
  readonly forPeople?: string;
  readonly rule?: Rule;
}

export interface Decision {
  readonly verdict: Verdict;
  /** The strictest first; the first one is why. */
  readonly reasons: readonly Reason[];
  /** The code to refuse with when the verdict is `deny`. */
  readonly code: 'POLICY_DENIED' | 'PERMISSION_DENIED' | 'BUDGET_EXCEEDED';
}
