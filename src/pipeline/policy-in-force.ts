import { checkRules, createPolicy, withRules } from '../policy/create/create-policy.ts';
import { restrict } from '../policy/create/restrict.ts';
import type { ToolNames } from '../policy/rules/check-rule.ts';
import type { PolicyInput, PresetName, Rule, RuntimePolicy } from '../policy/types.ts';
import type { RuleStore } from '../store/port.ts';
import { canonicalJson } from '../tool/text/canonical-json.ts';

/** The rules that people saved by answering "always"; one list for all agents. */
type SavedRuleList = { rules: readonly Rule[] };
/** The policy that was configured, with the rules that people saved. */
export class PolicyInForce {
  readonly #base: RuntimePolicy;
  readonly #store: RuleStore;
  readonly #saved: SavedRuleList;
  #with: readonly Rule[] | undefined;
  #current: RuntimePolicy;

  private constructor(base: RuntimePolicy, store: RuleStore, saved: SavedRuleList) {
    this.#base = base;
    this.#store = store;
    this.#saved = saved;
    this.#current = base;
  }

  static async load(input: Input, store: RuleStore, options: ReadOptions = {}): Promise<PolicyInForce> {
    const made = new PolicyInForce(toPolicy(input, options), store, { rules: [] });
    await made.reload();
    return made;
  }

  /** A policy for an agent below: never less restrictive than this one. */
  below(input: Input, options: ReadOptions = {}): PolicyInForce {
    return new PolicyInForce(restrict(this.#base, toPolicy(input, options)), this.#store, this.#saved);
  }

  current(): RuntimePolicy {
    const { rules } = this.#saved;
    if (this.#with !== rules) {
      this.#current = withRules(this.#base, { source: 'saved', rules });
      this.#with = rules;
    }
    return this.#current;
  }

  async reload(): Promise<void> {
    const saved = (await this.#store.list()).map(({ rule }) => rule);
    const rules = checkRules(saved, { source: 'saved' });
    if (canonicalJson(rules) !== canonicalJson(this.#saved.rules)) this.#saved.rules = rules;
  }
}

type Input = PresetName | PolicyInput | RuntimePolicy;

type ReadOptions = { readonly home?: string | undefined; readonly names?: () => ToolNames };

function toPolicy(input: Input, { home, names }: ReadOptions): RuntimePolicy {
  if (typeof input === 'object' && 'ruleLists' in input) return input;
  return createPolicy(input, { source: 'user', tools: names?.(), home: home || undefined });
}
