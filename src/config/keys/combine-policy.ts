import { createPolicy } from '../../policy/create/create-policy.ts';
import { loosenings, tighten } from '../../policy/create/tighten.ts';
import { describeRule } from '../../policy/describe.ts';
import type { ToolNames } from '../../policy/rules/check-rule.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../../policy/types.ts';
import { nearest } from '../../tool/text/nearest.ts';
import { ConfigError } from '../config-error.ts';

export interface WrittenPolicy {
  readonly policy: PresetName | PolicyInput;
  /** The source of its rules, as reasons call it. */
  readonly source: 'user' | 'project' | '--policy' | 'TOOLGATE_POLICY';
  /** The file, for people. */
  readonly where: string;
}

interface CombineOptions {
  readonly own?: WrittenPolicy;
  readonly project?: WrittenPolicy;
  readonly trusted: boolean;
  readonly tools?: ToolNames;
  readonly home?: string;
}

type CombinedPolicy = { policy: RuntimePolicy; withheld: readonly string[]; warnings: readonly string[] };

/**
 * Combines policies. The user's own word is the ceiling. Without it a trusted project decides, and any other only
 * tightens: what it gets only once it is trusted is withheld. A flag or a variable, which is for this one run, goes
 * before the preset that a project extends, not before the project's other words.
 */
export function combinePolicy({ own, project, trusted, tools, home }: CombineOptions): CombinedPolicy {
  const options = { tools, home: home || undefined };
  const user = own ?? ({ policy: 'standard', source: 'user', where: 'policy' } as const);
  const base = blaming(user, () => createPolicy(user.policy, { ...options, source: user.source }));
  const warnings = [own, project].flatMap(written => (written && tools ? oddNames(written, tools) : []));
  if (!project) return { policy: base, withheld: [], warnings };
  const { source } = project;
  const said = withSandbox(project, warnings);
  const asked = own && own.source !== 'user' ? withoutPreset(said) : said;
  return blaming(project, () => {
    if (trusted && !own) return { policy: createPolicy(asked, { ...options, source }), withheld: [], warnings };
    const policy = tighten(base, asked, { ...options, source });
    return { policy, withheld: own ? [] : withheldOf(base, asked), warnings };
  });
}

/** A project's policy without `sandbox: off`: a project turns nobody's sandbox off, trusted or not. */
function withSandbox({ policy, where }: WrittenPolicy, warnings: string[]): PresetName | PolicyInput {
  if (typeof policy === 'string' || policy.sandbox !== 'off') return policy;
  const { sandbox, ...rest } = policy;
  warnings.push(`${where}: "sandbox": "${sandbox}" has no effect in a project's config; it is for your own`);
  return rest;
}

function withoutPreset(policy: PresetName | PolicyInput): PolicyInput {
  if (typeof policy === 'string') return {};
  const { extends: _, ...rest } = policy;
  return rest;
}

/** Runs a function, and names the file in the error of a mistake. */
function blaming<T>({ where, source }: WrittenPolicy, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = message.startsWith(`${source}: `) ? `policy.${message.slice(source.length + 2)}` : message;
    const [what, ...hint] = at.split('; did you mean ');
    const advice = hint.length > 0 ? `Did you mean ${hint.join('; did you mean ')}` : undefined;
    throw new ConfigError(`${where}: ${what}`, advice);
  }
}

function withheldOf(base: RuntimePolicy, asked: PresetName | PolicyInput): readonly string[] {
  const lines = loosenings(base, asked).filter(line => !line.startsWith('rules['));
  if (typeof asked === 'string') return lines;
  const { rules = [], danger = {} } = asked;
  // An allow beside asks of the policy's own is an exception to those, and holds.
  const asks = rules.some(rule => rule.verdict === 'ask') || Object.values(danger).includes('ask');
  return asks ? lines : [...lines, ...rules.filter(rule => rule.verdict === 'allow').map(describeRule)];
}

/** Warnings about names of tools. An unknown tool may come later; a name close to that of a known tool is told. */
function oddNames({ policy, where }: WrittenPolicy, tools: ToolNames): readonly string[] {
  const rules = typeof policy === 'string' ? [] : (policy.rules ?? []);
  const known = new Set(tools.names());
  return rules.flatMap(({ tool }, index) => {
    if (tool === undefined || tool.includes('*') || known.has(tool)) return [];
    const [near] = nearest(tool, known, 1);
    const odd = `${where}: policy.rules[${index}] names a tool ${JSON.stringify(tool)} that is not there`;
    return near ? [`${odd}; did you mean ${JSON.stringify(near)}?`] : [];
  });
}
