import { checkRules, createPolicy, withRules } from '../policy/create-policy.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { RuleStore } from '../store/port.ts';
import type { Info } from '../tool/define.ts';
import { toolNames } from './built-in-packs.ts';

/** The policy that was configured, with the rules that people saved by answering "always". */
export class PolicyInForce {
  readonly #base: RuntimePolicy;
  readonly #store: RuleStore;
  #current: RuntimePolicy;

  private constructor(base: RuntimePolicy, store: RuleStore) {
    this.#base = base;
    this.#store = store;
    this.#current = base;
  }

  static async load(
    policy: PresetName | PolicyInput | RuntimePolicy,
    store: RuleStore,
    { home, tools = [] }: { home?: string; tools?: readonly Info[] } = {},
  ): Promise<PolicyInForce> {
    const base =
      typeof policy === 'object' && 'ruleLists' in policy
        ? policy
        : createPolicy(policy, { source: 'user', tools: toolNames(tools), ...(home ? { home } : {}) });
    const made = new PolicyInForce(base, store);
    await made.reload();
    return made;
  }

  current(): RuntimePolicy {
    return this.#current;
  }

  async reload(): Promise<void> {
    const rules = checkRules(
      (await this.#store.list()).map(row => row.rule),
      { source: 'saved' },
    );
    this.#current = withRules(this.#base, { source: 'saved', rules });
  }
}
