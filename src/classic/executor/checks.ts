import type { Explanation } from '../../pipeline/explain.ts';
import { createPolicy } from '../../policy/create/create-policy.ts';
import { decide } from '../../policy/decide.ts';
import type { Decision, Facts, PolicyInput, Rule, RuntimePolicy, Verdict } from '../../policy/types.ts';
import type { Danger } from '../../tool/effect.ts';
import { type ExecutorRegistry, usualRegistry } from './registry.ts';

type Args = Record<string, unknown>;

const reasonsOf = (explained: Explanation): string[] =>
  explained.error ? [explained.error.message] : explained.reasons.map(({ text }) => text);

/** Tells whether a call may run, and whether a person is asked. */
export class PermissionChecker {
  readonly #registry: ExecutorRegistry;

  constructor(registry: ExecutorRegistry = usualRegistry) {
    this.#registry = registry;
  }

  /** Whether a call may run, as the gate would decide it, and whether a person is asked first. */
  async check(
    toolName: string,
    args: Args,
  ): Promise<{ allowed: boolean; requiresApproval: boolean; reasons: string[] }> {
    const explained = await this.#registry.explain(toolName, args);
    const verdict: Verdict = explained.error ? 'deny' : explained.verdict;
    return { allowed: verdict === 'allow', requiresApproval: verdict === 'ask', reasons: reasonsOf(explained) };
  }
}

type SafetyVerdict = { safe: boolean; dangerLevel: Danger; sandbox: string; reasons: string[] };

/** Tells how dangerous a call is, and the sandbox that holds its programs. */
export class SafetyManager {
  readonly #registry: ExecutorRegistry;

  constructor(registry: ExecutorRegistry = usualRegistry) {
    this.#registry = registry;
  }

  async validate(toolName: string, args: Args): Promise<SafetyVerdict> {
    const explained = await this.#registry.explain(toolName, args);
    const reasons = reasonsOf(explained);
    if (explained.error) return { safe: false, dangerLevel: 'dangerous', sandbox: 'none', reasons };
    const { danger, sandbox, verdict } = explained;
    return { safe: verdict === 'allow', dangerLevel: danger, sandbox, reasons };
  }
}

/** Rules that allow, ask and deny. Its `policy` is handed to a registry. */
export class ExecutionPolicyManager {
  readonly #input: PolicyInput;
  readonly #rules: Rule[] = [];

  constructor(input: PolicyInput = { extends: 'privileged' }) {
    this.#input = input;
  }

  get policy(): RuntimePolicy {
    return createPolicy({ ...this.#input, rules: [...(this.#input.rules ?? []), ...this.#rules] });
  }

  addRule(rule: Rule): this {
    this.#rules.push(rule);
    return this;
  }

  allow(tool: string, match?: string): this {
    return this.addRule({ tool, verdict: 'allow', match });
  }

  deny(tool: string, match?: string): this {
    return this.addRule({ tool, verdict: 'deny', match });
  }

  evaluate(facts: Facts): Decision {
    return decide(facts, this.policy);
  }
}
