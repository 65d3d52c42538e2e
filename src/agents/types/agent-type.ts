import { createPolicy } from '../../policy/create/create-policy.ts';
import type { PolicyInput, PresetName } from '../../policy/types.ts';
import { isRecord } from '../../schema/json.ts';
import type { AgentRole } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { nearest } from '../../tool/text/nearest.ts';

/** The means that one run of an agent may use up. */
export interface AgentLimits {
  /** Answers of the model. */
  readonly steps: number;
  /** Calls of tools, those of the agents below it included. */
  readonly calls: number;
  /** Tokens to and from the model, those of the agents below it included. */
  readonly tokens: number;
  readonly seconds: number;
  /** The number of levels of agents that there may be below this one. */
  readonly depth: number;
}

/** An agent as one writes it. */
export interface AgentInput {
  readonly name: string;
  /** A sentence for whoever chooses among agents. */
  readonly description: string;
  /** Instructions that stand before everything else. */
  readonly prompt: string;
  /** Names of packs. Left out: all that its policy allows, but no `spawn`. */
  readonly packs?: readonly string[];
  /** A policy on top of that of whoever starts the agent: it only tightens. */
  readonly policy?: PresetName | PolicyInput;
  /** `provider/name`, or a name of the config's `models`. Left out: that of whoever starts it. */
  readonly model?: string;
  readonly role?: AgentRole;
  readonly limits?: Partial<AgentLimits>;
}

export interface AgentType extends Required<Pick<AgentInput, 'name' | 'description' | 'prompt' | 'role'>> {
  readonly packs: readonly string[] | undefined;
  readonly policy: PresetName | PolicyInput | undefined;
  readonly model: string | undefined;
  readonly limits: AgentLimits;
  /** Whether the agent's policy lets it change nothing and run nothing. */
  readonly readOnly: boolean;
}

export const AGENT_LIMITS: AgentLimits = { steps: 100, calls: 1_000, tokens: 5_000_000, seconds: 3_600, depth: 2 };

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const MOST_PROMPT = 64 * 1024;
const MOST_DESCRIPTION = 1_000;

type Check = (value: unknown) => string | undefined;

const text =
  (most: number): Check =>
  value => {
    if (typeof value !== 'string' || value.trim() === '') return 'must be a text that is not empty';
    return value.length > most ? `must have at most ${most} characters` : undefined;
  };

const KEYS: Readonly<Record<keyof AgentInput, Check>> = {
  name: value =>
    typeof value === 'string' && NAME.test(value)
      ? undefined
      : 'must be of lower-case letters, digits and -, at most 32, such as "test-writer"',
  description: text(MOST_DESCRIPTION),
  prompt: text(MOST_PROMPT),
  packs: value =>
    Array.isArray(value) && value.length <= 100 && value.every(item => typeof item === 'string' && item.trim() !== '')
      ? undefined
      : 'must be a list of names, such as ["filesystem"]',
  policy: value => (typeof value === 'string' || isRecord(value) ? undefined : 'must be a preset name or an object'),
  model: text(200),
  role: value => (value === 'worker' || value === 'orchestrator' ? undefined : 'must be "worker" or "orchestrator"'),
  limits: limitsProblem,
};

const NEEDED = ['name', 'description', 'prompt'] as const;

export type Refuse = (problem: string, suggestion?: string) => ToolError;

/** An agent type from its description. A mistake is thrown with its place and the right thing to write. */
export function defineAgent(input: AgentInput, where = `agent ${shown(input)}`): AgentType {
  const refuse: Refuse = (problem, suggestion) =>
    new ToolError('INVALID_ARGUMENTS', `${where}: ${problem}`, { suggestion });
  if (!isRecord(input)) throw refuse('it must be an object');
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(KEYS, key)) throw refuse(...unknownKey(key, Object.keys(KEYS)));
    const problem = value === undefined ? undefined : KEYS[key as keyof AgentInput](value);
    if (problem) throw refuse(problem.startsWith('limits') ? problem : `${key} ${problem}`);
  }
  for (const key of NEEDED) if (input[key] === undefined) throw refuse(`${key} is missing`);
  const { name, description, prompt, packs, policy, model, role = 'worker', limits } = input;
  return Object.freeze({
    name,
    description: description.trim(),
    prompt: prompt.trim(),
    policy,
    model,
    role,
    packs: packs && Object.freeze([...new Set(packs)]),
    limits: Object.freeze({ ...AGENT_LIMITS, ...limits }),
    readOnly: isReadOnly(policy, refuse),
  });
}

const shown = (input: unknown): string => JSON.stringify(isRecord(input) ? (input.name ?? '?') : '?').slice(0, 60);

export function unknownKey(key: string, known: readonly string[]): [problem: string, suggestion: string] {
  const [near] = nearest(key, known, 1);
  return [
    `unknown key ${JSON.stringify(key.slice(0, 60))}`,
    near ? `Did you mean ${JSON.stringify(near)}?` : `Known keys: ${known.join(', ')}.`,
  ];
}

function limitsProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'must be an object, such as { "steps": 50 }';
  const known = Object.keys(AGENT_LIMITS);
  for (const [key, limit] of Object.entries(value)) {
    if (!known.includes(key)) return `limits: ${unknownKey(key, known).join('. ')}`;
    const least = key === 'depth' || key === 'calls' ? 0 : 1;
    if (typeof limit !== 'number' || !(limit >= least) || limit > 1e12)
      return `limits.${key} must be a number from ${least} up`;
  }
  return undefined;
}

/** Whether an agent only reads. A mistake in the policy is told here, and not when the agent is first started. */
function isReadOnly(policy: AgentInput['policy'], refuse: Refuse): boolean {
  if (policy === undefined) return false;
  try {
    const { capabilities } = createPolicy(policy, { source: 'policy' });
    return !(['write', 'execute', 'network'] as const).some(one => capabilities.includes(one));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}
