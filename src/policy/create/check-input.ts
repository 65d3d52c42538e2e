import { destinationProblem } from '../patterns/destination.ts';
import { hostPatternProblem } from '../patterns/host-pattern.ts';
import { checkObject, checkWord } from '../rules/check-shape.ts';
import type { PolicyInput } from '../types.ts';
import { CAPABILITIES, DEFAULT_LIMITS, PRESETS, TRUSTS } from './presets.ts';

const KEYS = [
  ...([
    'extends',
    'trust',
    'capabilities',
    'rules',
    'danger',
    'network',
    'limits',
    'sandbox',
    'syntax',
    'preview',
  ] as const),
  ...(['private', 'protected', 'destinations'] as const),
] as const satisfies readonly (keyof PolicyInput)[];

const VERDICTS = ['allow', 'ask', 'deny'];

/** Throws when a policy, as a person wrote it, has an unknown key or an impossible value; names the nearest one. */
export function checkPolicyInput(value: unknown, at = 'policy'): PolicyInput {
  const input = checkObject(value, at, KEYS);
  const words: Partial<Record<(typeof KEYS)[number], readonly string[]>> = {
    extends: Object.keys(PRESETS),
    trust: TRUSTS,
    sandbox: ['required', 'off'],
    syntax: ['warn', 'reject'],
    preview: ['off', 'safe-first'],
  };
  for (const [key, allowed] of Object.entries(words))
    if (input[key] !== undefined) checkWord(input[key], `${at}.${key}`, allowed);
  for (const [index, capability] of checkTexts(input.capabilities, `${at}.capabilities`).entries())
    if (capability !== 'exec') checkWord(capability, `${at}.capabilities[${index}]`, CAPABILITIES);
  checkTexts(input.private, `${at}.private`);
  checkTexts(input.protected, `${at}.protected`);
  for (const [index, target] of checkTexts(input.destinations, `${at}.destinations`).entries()) {
    const problem = destinationProblem(target);
    if (problem !== undefined) throw new TypeError(`${at}.destinations[${index}] ${JSON.stringify(target)} ${problem}`);
  }
  if (input.rules !== undefined && !Array.isArray(input.rules)) throw new TypeError(`${at}.rules must be a list`);
  checkDanger(input.danger, `${at}.danger`);
  checkNetwork(input.network, `${at}.network`);
  checkLimits(input.limits, `${at}.limits`);
  return input as PolicyInput;
}

function checkTexts(value: unknown, at: string): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(text => typeof text === 'string' && text !== '')) return value;
  throw new TypeError(`${at} must be a list of texts`);
}

function checkDanger(value: unknown, at: string): void {
  if (value === undefined) return;
  const danger = checkObject(value, at, ['safe', 'moderate', 'dangerous']);
  for (const [level, verdict] of Object.entries(danger)) checkWord(verdict, `${at}.${level}`, VERDICTS);
}

function checkNetwork(value: unknown, at: string): void {
  if (value === undefined) return;
  const { allow, proxy } = checkObject(value, at, ['allow', 'proxy']);
  if (proxy !== undefined && typeof proxy !== 'boolean') throw new TypeError(`${at}.proxy must be true or false`);
  for (const [index, host] of checkTexts(allow, `${at}.allow`).entries()) {
    const problem = hostPatternProblem(host);
    if (problem !== undefined) throw new TypeError(`${at}.allow[${index}] ${JSON.stringify(host)} ${problem}`);
  }
}

function checkLimits(value: unknown, at: string): void {
  if (value === undefined) return;
  const limits = checkObject(value, at, Object.keys(DEFAULT_LIMITS));
  for (const [key, limit] of Object.entries(limits)) {
    if (limit === null || limit === undefined || (typeof limit === 'number' && limit >= 0)) continue;
    throw new TypeError(`${at}.${key} must be a number from 0 up, or null for no limit`);
  }
}
