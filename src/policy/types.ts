import type { Capability, Danger, EffectKind, Effects } from '../tool/effect.ts';
import type { When } from './rules/compile-when.ts';

export type Verdict = 'allow' | 'ask' | 'deny';
export type Trust = 'untrusted' | 'workspace' | 'user';
export type PresetName = 'read-only' | 'standard' | 'privileged';

/** A rule about effects. Without `match` it holds for every resource, without `effect` for every kind. */
export interface Rule {
  readonly effect?: EffectKind;
  /** Any of the tool's names, or several with `*`. */
  readonly tool?: string;
  /**
   * A glob for paths, as in `.gitignore`: a name without a slash at any depth (`./name` only at the root), a path with
   * one from the root on, absolute when it starts with `/` or `~/`; deny and ask hold for all below a folder, and in
   * upper and lower case. For the network a host (`*.` for sub-domains). For commands a text where `*` is anything.
   */
  readonly match?: string;
  /** Arguments that the rule holds for, if it names a tool: `{ amount: { lte: 500 } }`. */
  readonly when?: When;
  readonly verdict: Verdict;
  /** The reason, shown with the verdict. */
  readonly reason?: string;
  /**
   * The tool's description as a hash: an allow holds only while the hash is the same. "Always" saves the hash for tools
   * of others, whose description and parameters may change behind one's back.
   */
  readonly fingerprint?: string;
  /** Examples, checked when the rule is loaded. */
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
  /** Bytes and lines of a result's output that are shown; the rest is kept aside. */
  readonly outputBytes: number;
  readonly outputLines: number;
  /** Tokens of a session. */
  readonly tokens: number;
  readonly calls: number;
  /** Calls that one script may make. */
  readonly scriptCalls: number;
  /** Depth of spawning. */
  readonly depth: number;
  /** Bytes of before-images that the journal keeps. */
  readonly disk: number;
  /** Bytes of one before-image; the call asks where the image is larger. */
  readonly image: number;
}

/** A policy of what may run. Deeply frozen; made by `createPolicy` or `restrict`, never by hand. */
export interface RuntimePolicy {
  readonly name: string;
  /** The trust in this runtime: reading needs none, writing `workspace`, processes and the network `user`. */
  readonly trust: Trust;
  readonly capabilities: readonly Capability[];
  readonly ruleLists: readonly RuleList[];
  readonly danger: Readonly<Record<Danger, Verdict>>;
  readonly network: {
    /** Hosts that may be reached without asking; `*.` for sub-domains. */
    readonly allow: readonly string[];
    /** Whether requests may go out through the proxies that the environment names. */
    readonly proxy: boolean;
  };
  readonly limits: PolicyLimits;
  readonly sandbox: 'required' | 'off';
  readonly syntax: 'warn' | 'reject';
  /**
   * Whether a command that is asked for because its text does not show its work first runs on a copy, without the
   * network, and is then judged by its work.
   */
  readonly preview: 'off' | 'safe-first';
  /** Globs of private data: a read asks unless a rule names the path, and counts for taint. */
  readonly private: readonly string[];
  /** Globs of files that run later by themselves: writing there asks, whatever a rule allows. */
  readonly protected: readonly string[];
  /** Targets that calls may send to whoever named them: addresses, accounts, channels; `*` for any letters in one. */
  readonly destinations: readonly string[];
  /** The version, which changes when anything above changes; grants are bound to it. */
  readonly version: string;
  /** Policies that `restrict` put together. Each is judged alone; the fields above are the strictest of all. */
  readonly layers?: readonly RuntimePolicy[];
}

/**
 * A policy as a person writes it in a config or hands it to `createToolgate`. `private` and `protected` are added to
 * the defaults; `!glob` takes that default out. A limit of `null` is none.
 */
export interface PolicyInput
  extends Partial<Omit<RuntimePolicy, 'ruleLists' | 'layers' | 'version' | 'name' | 'limits' | 'danger' | 'network'>> {
  readonly extends?: PresetName;
  readonly rules?: readonly Rule[];
  readonly limits?: { readonly [K in keyof PolicyLimits]?: number | null };
  readonly danger?: Partial<Record<Danger, Verdict>>;
  readonly network?: Partial<RuntimePolicy['network']>;
}

/** Facts that a verdict depends on. Plain data: stored with the call, so that another policy can be tried on it. */
export interface Facts {
  readonly tool: string;
  /** Other names that rules know the tool by, or the tool that stood for it: their rules hold too where stricter. */
  readonly alsoAs?: readonly string[];
  readonly pack?: string;
  /** The hash of what the model sees of a foreign tool. */
  readonly fingerprint?: string;
  /** Trust of the pack or the place the tool came from. */
  readonly trust: Trust;
  readonly required: readonly Capability[];
  /** Whether a tool of the user's own says neither what it touches nor what it needs: its author can mend that. */
  readonly undeclared?: boolean | undefined;
  /** The most capabilities that its pack's profile lets the tool need; left out: no pack limits it. */
  readonly ceiling?: readonly Capability[] | undefined;
  /** The resolved effects, with real absolute paths. */
  readonly effects: Effects;
  /** The arguments, where a rule looks at them; the ledger keeps them elsewhere, without secrets. */
  readonly args?: unknown;
  readonly danger: Danger;
  /** The reason for the danger, in the tool's own words. */
  readonly why?: string | undefined;
  /** Whether the only danger is that the call's text does not show what it does. */
  readonly unseen?: boolean | undefined;
  /** The approval that the tool itself asks for. */
  readonly approval: boolean | string;
  readonly session: SessionFacts;
  /** Real path of the workspace's root, to tell inside from outside. */
  readonly root: string;
  /**
   * Whether the call's changes are judged again, path by path, before they are written, and it cannot see files that it
   * may not read: a staged tool, a sandbox with an overlay. So a rule that might hold somewhere need not ask
   * beforehand.
   */
  readonly contained?: boolean;
  /** Whether the call's programs have no way out but a proxy, which lets them reach only what the policy allows. */
  readonly proxied?: boolean;
  /** Whether the call may read private files that nobody has named: the files exist, and the call can see them. */
  readonly mayReadPrivate?: boolean;
  /** Paths among the effects that run later by themselves for what they are, whatever they are called. */
  readonly runsLater?: readonly string[] | undefined;
  /** Whether the call takes recorded changes back: a write that a rule forbids is asked about instead. */
  readonly takesBack?: boolean;
  /** Targets that only the arguments name, and no effect: rules that forbid or ask hold for them too. */
  readonly targets?: readonly string[] | undefined;
  /**
   * Values of a call that changes or sends something, in a session that holds untrusted content, where nobody knows
   * that the user meant them.
   */
  readonly unsure?: readonly UnsureValue[] | undefined;
  /** Whether the call names a file that came from a private one. */
  readonly readsMarked?: boolean;
  /** The error of a check of the tool (its effects, danger or approval); the call is refused. */
  readonly failed?: string;
  /** Whether the call's work, in plan mode, cannot be staged. With any effect but state the call is asked for first. */
  readonly unplannable?: boolean;
}

/** A value that the user has not said, and that is no whole value of an earlier result. */
export interface UnsureValue {
  /** A target: the receiver. An address in the content sent. A text of others, where a call names no target. */
  readonly kind: 'target' | 'address' | 'text';
  /** The argument that the value stands in; left out where only the effects name it. */
  readonly argument?: string | undefined;
  readonly value: string;
  /** The result that the value stands in, for people. */
  readonly source?: string | undefined;
  /** Whether the value is a whole value of that result, which is not enough for a dangerous call. */
  readonly whole?: boolean | undefined;
  /** Whether the user asked for nothing but an answer. */
  readonly unasked?: boolean | undefined;
  /** Whether the user named the value, and others did too, whose words the call says. */
  readonly dictated?: boolean | undefined;
}

export interface SessionFacts {
  /** Whether untrusted content has come in. */
  readonly tainted: boolean;
  /** Whether private data has been read. */
  readonly privateRead: boolean;
  /** Hosts that a person has let private data go to. */
  readonly hostsAllowed: readonly string[];
  readonly calls: number;
  readonly tokens: number;
}

export interface Reason {
  readonly verdict: Verdict;
  /**
   * The source of the reason: a rule's source, `capability`, `pack`, `danger`, `taint`, `protected`, `private`,
   * `budget`, `tool`, `trust`, `network`, `origin`, `sandbox`, `plan`, `error`.
   */
  readonly from: string;
  readonly text: string;
  /** Advice for the model. */
  readonly suggestion?: string;
  /** Advice for a person. */
  readonly forPeople?: string;
  readonly rule?: Rule;
  /** Whether the call's work on a copy, before anything is written, answers the question; see `rehearsal.ts`. */
  readonly shownByRun?: true;
}

export interface Decision {
  readonly verdict: Verdict;
  /** Reasons, the strictest first; the first one is why. */
  readonly reasons: readonly Reason[];
  /** The code to refuse with when the verdict is `deny`. */
  readonly code: 'POLICY_DENIED' | 'PERMISSION_DENIED' | 'BUDGET_EXCEEDED';
  /** Whether a rehearsal answers all that is asked, and the policy wants one. */
  readonly rehearse?: true;
}
