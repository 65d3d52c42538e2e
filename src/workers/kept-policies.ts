import { type CarriedPolicy, packPolicy, unpackPolicy } from '../policy/create/carry-policy.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import type { StateStore } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';

const keyOf = (version: string): string => `policy:${version}`;

/** Policies that runs name by the versions of their layers: each is kept once, however many runs there are. */
export class KeptPolicies {
  readonly #state: StateStore;
  readonly #kept = new Set<string>();
  readonly #known = new Map<string, Promise<RuntimePolicy>>();

  constructor(state: StateStore) {
    this.#state = state;
  }

  async keep(policy: RuntimePolicy): Promise<readonly string[]> {
    const layers = packPolicy(policy);
    for (const layer of layers) {
      const version = String(layer.version);
      if (this.#kept.has(version)) continue;
      await this.#state.set(keyOf(version), layer, { durable: true });
      this.#kept.add(version);
    }
    return layers.map(({ version }) => String(version));
  }

  /** Finds a policy. A layer that is missing or not what its version says is refused: half a policy allows too much. */
  find(versions: readonly string[]): Promise<RuntimePolicy> {
    const key = versions.join();
    const known = this.#known.get(key);
    if (known) return known;
    const policy = this.#load(versions);
    this.#known.set(key, policy);
    policy.catch(() => this.#known.delete(key));
    return policy;
  }

  async #load(versions: readonly string[]): Promise<RuntimePolicy> {
    const layers = await Promise.all(versions.map(version => this.#state.get(keyOf(version))));
    const isRight = (layer: unknown, at: number) => (layer as CarriedPolicy | undefined)?.version === versions[at];
    if (layers.length === 0 || !layers.every(isRight))
      throw new ToolError('EXECUTION_ERROR', 'The policy of a run is not in the store; it is not run');
    return unpackPolicy(layers as CarriedPolicy[]);
  }
}
