import type { Approver } from '../approval/request.ts';
import type { Spawner } from '../packs/spawn/port.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { ToolResolver } from '../registry/types.ts';
import type { AgentRole } from '../tool/context.ts';
import type { Info } from '../tool/define.ts';
import type { ForeignTool } from '../tool/from/from.ts';
import type { PackOptions } from './packs/parts.ts';
import type { Retention } from './retention.ts';
import type { AgentGate } from './toolgate.ts';

export interface ToolgateOptions {
  /** The one root. Default: `AGENT_WORKSPACE_ROOT`, else the working directory. */
  readonly workspace?: string;
  /** Names of packs; default: all that the policy allows. */
  readonly packs?: readonly string[];
  /** A registry that was filled before; the gate runs its tools, and has no others but `tools`. One gate for each. */
  readonly registry?: ToolRegistry;
  /**
   * The tools that models are offered: `all`, or with `code` only `run_code` and `find_tools`; scripts call the others.
   * Where the policy runs no code, all.
   */
  readonly offer?: 'all' | 'code';
  /** Own tools. */
  readonly tools?: readonly (Info | ForeignTool)[];
  /** The policy: a preset's name, or an object; default `standard`. */
  readonly policy?: PresetName | PolicyInput | RuntimePolicy;
  /** The approver, who is asked; without one an ask is a rejection that says how to answer. */
  readonly approver?: Approver;
  /** Whether someone may answer from elsewhere (command line, console): asks then wait even without an approver. */
  readonly waitForAnswers?: boolean;
  /** Milliseconds until an unanswered ask is a rejection. */
  readonly approvalTimeout?: number;
  /** The store: a path, the URL of a PostgreSQL database, or `memory`; default a file in the user's state folder. */
  readonly store?: string;
  /** The workspace's name in a database that several machines share; default a hash of its path. */
  readonly workspaceID?: string;
  /** The mode; `plan` keeps all changes in a layer that can be shown, applied and dropped. */
  readonly mode?: 'plan' | 'direct';
  /** Files and folders that no tool may touch, beside the store's own: such as the user's config. */
  readonly closed?: readonly string[];
  /** Folders that commands may change without a way back, as in a .gitignore; `!dist/` takes one out, false all. */
  readonly outsideUndo?: readonly string[] | false;
  /** How long records, outputs and images for undo are kept: 30 days and 2048 megabytes by default; false for ever. */
  readonly retention?: Retention | false;
  /** The resolver of names that no tool has: tools that come when they are called. */
  readonly toolResolver?: ToolResolver;
  /** Starts agents below one; without it there is no `spawn` pack. */
  readonly spawner?: (gate: AgentGate) => Spawner;
  /** The service that searches the web. */
  readonly web?: PackOptions['web'];
  /** The model that looks at pictures. */
  readonly visionModel?: PackOptions['visionModel'];
  /** The model by which `search_code` ranks by meaning too. */
  readonly embeddingModel?: PackOptions['embeddingModel'];
  /** For short-lived processes: an index of the code that is not built yet when the gate is closed is finished by another process. */
  readonly finishIndex?: boolean;
  /** The session of calls that name none; given, it outlives the process. Default a new one. */
  readonly sessionID?: string;
  /** The agent's name in events and changes; default `main`. */
  readonly agent?: string;
  /** The role and its task tools; default `orchestrator`. A `worker` takes tasks, hands in results, completes none. */
  readonly role?: AgentRole;
  /** Milliseconds to wait for a file that a sibling has claimed. */
  readonly claimWait?: number;
  /** Variables in place of those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A clock in place of the system's; epoch milliseconds. */
  readonly now?: () => number;
}

export const TOOLGATE_OPTIONS: Readonly<Record<keyof ToolgateOptions, true>> = {
  workspace: true,
  packs: true,
  registry: true,
  offer: true,
  tools: true,
  policy: true,
  approver: true,
  waitForAnswers: true,
  approvalTimeout: true,
  store: true,
  workspaceID: true,
  mode: true,
  closed: true,
  outsideUndo: true,
  retention: true,
  toolResolver: true,
  spawner: true,
  web: true,
  visionModel: true,
  embeddingModel: true,
  finishIndex: true,
  sessionID: true,
  agent: true,
  role: true,
  claimWait: true,
  env: true,
  now: true,
};
