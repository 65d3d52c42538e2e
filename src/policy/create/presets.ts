import type { Capability } from '../../tool/effect.ts';
import type { PolicyLimits, PresetName, RuntimePolicy, Trust, Verdict } from '../types.ts';
import { PRIVATE, PROTECTED } from './well-known-paths.ts';

export const CAPABILITIES: readonly Capability[] = ['read', 'write', 'execute', 'network', 'trace'];
/** Levels of trust, from the least to the most trusted. */
export const TRUSTS: readonly Trust[] = ['untrusted', 'workspace', 'user'];
const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: PolicyLimits = {
  // The longest time of a call; a tool that names no time of its own gets two minutes.
  time: 24 * 3600 * 1000,
  outputBytes: 50 * 1024,
  outputLines: 2_000,
  tokens: Infinity,
  calls: Infinity,
  scriptCalls: 200,
  depth: 3,
  disk: 1024 * MIB,
  image: 64 * MIB,
};

type Content = Omit<RuntimePolicy, 'version'>;

const STANDARD: Content = {
  name: 'standard',
  trust: 'user',
  capabilities: ['read', 'write', 'trace'],
  ruleLists: [],
  danger: { safe: 'allow', moderate: 'allow', dangerous: 'ask' },
  network: { allow: [], proxy: false },
  limits: DEFAULT_LIMITS,
  sandbox: 'required',
  syntax: 'warn',
  preview: 'safe-first',
  private: PRIVATE,
  protected: PROTECTED,
  destinations: [],
};

/** Presets, with the names and the capabilities of the packs' risk profiles. */
export const PRESETS: Readonly<Record<PresetName, Content>> = {
  'read-only': {
    ...STANDARD,
    name: 'read-only',
    capabilities: ['read', 'trace'],
    danger: { safe: 'allow', moderate: 'deny', dangerous: 'deny' },
  },
  standard: STANDARD,
  privileged: { ...STANDARD, name: 'privileged', capabilities: ['read', 'write', 'execute', 'network', 'trace'] },
};

/** A start for lists of restrictions: it forbids nothing and asks for nothing. Never a policy to run with. */
export const UNRESTRICTED: Content = {
  name: 'unrestricted',
  trust: 'user',
  capabilities: CAPABILITIES,
  ruleLists: [],
  danger: { safe: 'allow', moderate: 'allow', dangerous: 'allow' },
  network: { allow: ['*'], proxy: true },
  limits: {
    time: Infinity,
    outputBytes: Infinity,
    outputLines: Infinity,
    tokens: Infinity,
    calls: Infinity,
    scriptCalls: Infinity,
    depth: Infinity,
    disk: Infinity,
    image: Infinity,
  },
  sandbox: 'required',
  syntax: 'warn',
  preview: 'safe-first',
  private: [],
  protected: [],
  destinations: ['*'],
};

const ORDER: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };
export const strictness = (verdict: Verdict): number => ORDER[verdict];
export const strictest = (a: Verdict, b: Verdict): Verdict => (ORDER[a] >= ORDER[b] ? a : b);
