import type { PresetName, RuntimePolicy, Trust } from '../policy/types.ts';
import type { Capability } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';

export type RiskProfile = PresetName;

/** The capabilities of each profile of a pack. */
export const RISK_PROFILES: Readonly<Record<RiskProfile, readonly Capability[]>> = {
  'read-only': ['read', 'trace'],
  standard: ['read', 'write', 'trace'],
  privileged: ['read', 'write', 'execute', 'network', 'trace'],
};

export interface ToolPackManifest {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly riskProfile: RiskProfile;
  readonly tags: readonly string[];
}

/** A pack as the trust gate sees it, before any of its code is loaded. */
export interface ExtensionManifest {
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly Capability[];
  /** The least trust in a runtime that may load the pack. */
  readonly requiredTrust: Trust;
}

const KEYS = new Set(['$schema', 'schemaVersion', 'name', 'description', 'tools', 'riskProfile', 'tags']);

/** Reads a manifest: trims, removes duplicates, refuses empty fields, unknown profiles and unknown keys. */
export function parseToolPackManifest(input: unknown): ToolPackManifest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) fail('is not an object');
  const manifest = input as Record<string, unknown>;
  for (const key of Object.keys(manifest)) if (!KEYS.has(key)) fail(`has an unknown field ${JSON.stringify(key)}`);
  if (manifest.schemaVersion !== 1) fail('needs schemaVersion 1');
  const profile = text(manifest, 'riskProfile');
  if (!Object.hasOwn(RISK_PROFILES, profile))
    fail(`has the unknown riskProfile ${JSON.stringify(profile)}; use ${Object.keys(RISK_PROFILES).join(', ')}`);
  const tools = texts(manifest, 'tools');
  if (tools.length === 0) fail('lists no tools');
  return Object.freeze({
    schemaVersion: 1,
    name: text(manifest, 'name'),
    description: text(manifest, 'description'),
    tools,
    riskProfile: profile as RiskProfile,
    tags: manifest.tags === undefined ? [] : texts(manifest, 'tags'),
  });
}

const REQUIRED_TRUST: Readonly<Record<RiskProfile, Trust>> = {
  'read-only': 'untrusted',
  standard: 'workspace',
  privileged: 'user',
};

export const toExtensionManifestFromToolPack = (pack: ToolPackManifest): ExtensionManifest => ({
  name: pack.name,
  description: pack.description,
  capabilities: RISK_PROFILES[pack.riskProfile],
  requiredTrust: REQUIRED_TRUST[pack.riskProfile],
});

const TRUST_ORDER: readonly Trust[] = ['untrusted', 'workspace', 'user'];

/** Throws when a pack needs more capabilities or more trust than the policy grants. */
export function assertToolPackAllowed(pack: ToolPackManifest, policy: RuntimePolicy): void {
  const extension = toExtensionManifestFromToolPack(pack);
  const missing = extension.capabilities.filter(capability => !policy.capabilities.includes(capability));
  const trusted = TRUST_ORDER.indexOf(extension.requiredTrust) <= TRUST_ORDER.indexOf(policy.trust);
  if (missing.length === 0 && trusted) return;
  const lack =
    missing.length > 0
      ? `needs ${missing.join(', ')}, which the policy ${policy.name} does not grant`
      : `needs ${extension.requiredTrust} trust, and the policy's is ${policy.trust}`;
  throw new ToolError('PERMISSION_DENIED', `The pack ${pack.name} (${pack.riskProfile}) ${lack}`, {
    suggestion: `Use --policy ${pack.riskProfile}, or grant it in your own config.`,
    details: { pack: pack.name, missing, requiredTrust: extension.requiredTrust },
  });
}

function text(manifest: Record<string, unknown>, key: string): string {
  const value = manifest[key];
  if (typeof value !== 'string' || value.trim() === '') fail(`needs a text in ${key}`);
  return (value as string).trim();
}

function texts(manifest: Record<string, unknown>, key: string): readonly string[] {
  const value = manifest[key];
  if (!Array.isArray(value) || value.some(item => typeof item !== 'string' || item.trim() === ''))
    fail(`needs a list of texts in ${key}`);
  return Object.freeze([...new Set((value as string[]).map(item => item.trim()))]);
}

function fail(problem: string): never {
  throw new ToolError('INVALID_ARGUMENTS', `A tool pack's manifest ${problem}`);
}
