import type { Agents } from '../../agents/create-agents.ts';
import type { Settings } from '../../config/load-settings.ts';
import type { AgentGate, Toolgate } from '../../gate/toolgate.ts';
import type { Spawner } from '../../packs/spawn/port.ts';
import type { Workers } from '../../workers/index.ts';
import { agentTypesFor } from './agent-types-for.ts';
import { modelsFor } from './model-for.ts';

export type CliAgents = Awaited<ReturnType<typeof agentsFor>>;

interface Bound {
  readonly gate: Toolgate;
  readonly onProblem: (message: string) => void;
}

/** The agents of a command line. The code that runs them is loaded with the first one. */
export async function agentsFor(settings: Settings) {
  const { types, notes } = await agentTypesFor(settings);
  const model = modelsFor(settings);
  let bound: Bound | undefined;
  let loaded: Promise<Agents> | undefined;
  const load = () => {
    loaded ??= import('../../agents/create-agents.ts').then(({ createAgents }) => createAgents({ types, model }));
    return loaded;
  };
  /** Runs that workers do for agents of this process. */
  const elsewhere = new Set<string>();
  let connected: Promise<Workers> | undefined;
  /** The workers that share the gate's store; refuses where it is not shared. */
  const workers = () => {
    connected ??= connect(bound!, settings, { load, onSpawn: id => elsewhere.add(id) });
    return connected;
  };
  return {
    types,
    notes,
    elsewhere,
    workers,
    model,
    load,
    bind(gate: Toolgate, onProblem: (message: string) => void): void {
      bound = { gate, onProblem };
    },
    /** Ends the agents and workers that are open here; called before the gate is closed. */
    async close(): Promise<void> {
      await (await connected?.catch(() => undefined))?.close();
    },
    spawner: (gate: AgentGate): Spawner => {
      let made: Spawner | undefined;
      return {
        types: () => types.all,
        async spawn(request) {
          // Workers write for real: agents below one that plans work here, in its plan.
          const shared = bound?.gate.store.sharedAs !== undefined && !bound.gate.planned;
          const from = shared ? await workers() : await load();
          // The spawner is made only now: several calls may have come meanwhile, and one spawner counts them all.
          made ??= from.spawner(gate);
          return made.spawn(request);
        },
      };
    },
  };
}

async function connect(
  { gate, onProblem }: Bound,
  { store }: Settings,
  { load, onSpawn }: { readonly load: () => Promise<Agents>; readonly onSpawn: (runID: string) => void },
): Promise<Workers> {
  const { connectWorkers } = await import('../../workers/index.ts');
  return connectWorkers(gate, { url: store ?? '', agents: await load(), onProblem, onSpawn });
}
