import { join } from 'node:path';
import type { Spawner } from '../packs/spawn/port.ts';
import { toCallOptions } from '../pipeline/calls/calls.ts';
import { createCalls } from '../pipeline/calls/create-calls.ts';
import type { PolicyInForce } from '../pipeline/policy-in-force.ts';
import type { Runtime } from '../pipeline/runtime.ts';
import type { Allowance, Session } from '../pipeline/session/session.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import { checkOptions } from '../tool/check-options.ts';
import type { AgentRole } from '../tool/context.ts';
import type { Info } from '../tool/define.ts';
import { newId } from '../tool/id.ts';
import { createDefaultToolRegistry, type JoinOptions, joinRegistry } from './packs/default-registry.ts';
import { toolNames } from './packs/pack-facts.ts';
import type { PackParts } from './packs/parts.ts';
import { sayTools } from './packs/say-tools.ts';
import { createShellServices, type ShellJobs, type ShellOptions } from './packs/services/shell-services.ts';
import { createPackServices } from './packs/services.ts';
import { type AgentGate, CHILD_OPTIONS, type ChildOptions } from './toolgate.ts';

export interface SharedParts {
  readonly runtime: Omit<Runtime, 'registry' | 'policy' | 'role'>;
  readonly shell: Pick<ShellOptions, 'env' | 'sandboxes' | 'workspace' | 'keepOutput'>;
  readonly registry: Omit<
    JoinOptions,
    'packs' | 'place' | 'policy' | 'policyNow' | 'role' | 'shell' | 'code' | 'spawner' | 'toolResolver'
  >;
  /** Parts that the packs beyond files and commands are made of. */
  readonly parts: Omit<PackParts, 'policy' | 'shell'>;
  readonly spawner: ((gate: AgentGate) => Spawner) | undefined;
  readonly home: string | undefined;
  /** Sets right the work that dead processes left half done. */
  readonly recover: () => Promise<unknown>;
  /** Tools that models are told of, where they reach all others by scripts; none: all. */
  readonly offers: readonly string[];
}

interface AgentIdentity {
  readonly agent: string;
  readonly sessionID: string;
  /** Whether the id was given from outside. */
  readonly named: boolean;
  readonly role: AgentRole;
  readonly depth: number;
  readonly policy: PolicyInForce;
  readonly packs: readonly string[] | undefined;
  readonly tools: readonly Info[];
  /** The registry that the agent is given to work with, and fills with its services; left out: one of its own. */
  readonly registry?: ToolRegistry | undefined;
  /** The packs that the agent, or the nearest limited one above, was limited to. */
  readonly limitedTo?: readonly string[] | undefined;
  readonly above?: {
    readonly session: Session;
    readonly registry: ToolRegistry;
    /** The packs that the agent gets of that registry. */
    readonly packs: readonly string[] | undefined;
  };
  readonly budget?: Partial<Allowance>;
  readonly abort?: AbortSignal;
}

/** Makes the gate as one agent has it: its own policy, tools, session and jobs over what all share. */
export function createAgentGate(shared: SharedParts, who: AgentIdentity): AgentGate & { readonly jobs: ShellJobs } {
  const policy = () => who.policy.current();
  const { root } = shared.runtime.workspace;
  const offersCode = shared.offers.length > 0;
  const children = new Set<AgentGate & { readonly jobs: ShellJobs }>();
  const shell = createShellServices({ ...shared.shell, policy, activity: shared.runtime.activity });
  let spawner: Spawner | undefined;
  const spawning = () => {
    spawner ??= shared.spawner!(gate);
    return spawner;
  };
  const services: JoinOptions = {
    ...shared.registry,
    place: () => ({ workspace: root, cwd: join(root, ways.session().cwd) }),
    packs: who.packs,
    policy: policy(),
    policyNow: policy,
    role: who.role,
    shell,
    code: {
      openScript: (ctx, what) => openScript(ctx, what, shared.recover),
      offersCode,
      sayTools: () => (shell.isOff() ? '' : sayTools(registry, policy(), offersCode)),
    },
    ...createPackServices({ ...shared.parts, policy, shell }),
    ...(shared.spawner
      ? { spawner: { types: () => spawning().types(), spawn: request => spawning().spawn(request) } }
      : {}),
  };
  if (who.registry) joinRegistry(who.registry, services);
  const registry = who.registry ?? createDefaultToolRegistry(services);
  if (who.above) registry.adopt(who.above.registry, who.above.packs);
  for (const tool of who.tools) registry.register(tool, { origin: 'own' });
  const runtime: Runtime = { ...shared.runtime, registry, role: who.role, policy };
  const { ways, running, openScript } = createCalls(runtime, {
    sessionID: who.sessionID,
    named: who.named,
    agent: who.agent,
    above: who.above?.session,
    budget: who.budget,
    abort: who.abort,
  });
  // Commands in the background end at once, also where their loop has not noticed the end yet.
  running.ending.addEventListener('abort', () => void shell.close().catch(() => {}), { once: true });
  registry.bindExecutor((name, args, ctx = {}) => ways.execute({ name, args }, toCallOptions(ctx)), shared.offers);

  function child(options: ChildOptions): AgentGate {
    const { tools = [] } = checkOptions('gate.child', options, CHILD_OPTIONS);
    const above = options.within ? who.policy.below(options.within) : who.policy;
    const made = createAgentGate(shared, {
      agent: options.agent,
      sessionID: options.sessionID ?? newId(),
      named: options.sessionID !== undefined,
      role: who.role === 'orchestrator' ? (options.role ?? 'worker') : 'worker',
      depth: options.depth ?? who.depth + 1,
      policy:
        options.policy === undefined
          ? above
          : above.below(options.policy, { home: shared.home, names: () => toolNames(tools) }),
      packs: packsBelow(registry, options.packs),
      tools,
      limitedTo: options.packs ?? who.limitedTo,
      above: { session: ways.session(options.parentSessionID), registry, packs: options.packs },
      budget: options.budget,
      abort: options.abort ? AbortSignal.any([options.abort, running.ending]) : running.ending,
    });
    children.add(made);
    return { ...made, close: () => made.close().finally(() => children.delete(made)) };
  }

  const gate: AgentGate & { readonly jobs: ShellJobs } = {
    agent: who.agent,
    depth: who.depth,
    role: who.role,
    packs: who.limitedTo,
    planned: shared.runtime.planned,
    registry,
    activity: shared.runtime.activity,
    jobs: {
      ...shell.followed,
      list: () => [...shell.followed.list(), ...[...children].flatMap(below => below.jobs.list())],
    },
    policy,
    ending: running.ending,
    ...ways,
    child,
    async close() {
      // Agents below end while the call that waits for them is being stopped.
      await Promise.all([running.stop(), ...[...children].map(below => below.close())]);
      await shell.close();
    },
  };
  return gate;
}

/** Packs of an agent: only those that the one above has, and `spawn` only where it is named. */
function packsBelow(above: ToolRegistry, wanted: readonly string[] | undefined): readonly string[] {
  const there = above.builtInPackNames();
  return wanted ? there.filter(name => wanted.includes(name)) : there.filter(name => name !== 'spawn');
}
