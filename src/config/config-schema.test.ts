import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { checkPolicyInput } from '../policy/create/check-input.ts';
import { CAPABILITIES, DEFAULT_LIMITS, PRESETS } from '../policy/create/presets.ts';
import { checkRule } from '../policy/rules/check-rule.ts';
import type { PolicyInput, Rule } from '../policy/types.ts';
import { CONFIG_KEYS, checkConfig } from './config-shape.ts';
import { parseConfigText } from './files/parse-config.ts';

type Node = { readonly properties: Readonly<Record<string, Node>>; readonly enum: readonly string[] };
const schema = JSON.parse(readFileSync(new URL('./config.schema.json', import.meta.url), 'utf8')) as Node & {
  readonly $defs: Readonly<Record<string, Node>>;
};
const validator = new Validator(schema as never, '2020-12');
const fits = (value: unknown): boolean => validator.validate(value).valid;

const SAMPLE = `{
  // A comment, and a trailing comma below.
  "$schema": "./config.schema.json",
  "policy": {
    "extends": "standard",
    "trust": "workspace",
    "capabilities": ["read", "write"],
    "rules": [
      { "effect": "read", "match": "**/.env*", "verdict": "deny", "reason": "secrets", "examples": { "match": [".env"], "noMatch": ["a.ts"] } },
      { "tool": "write_file", "match": "generated/**", "verdict": "allow" },
      { "effect": "network", "match": "*.example.org", "verdict": "allow" },
    ],
    "danger": { "safe": "allow", "moderate": "ask", "dangerous": "deny" },
    "network": { "allow": ["docs.example.org"], "proxy": true },
    "limits": { "time": 1000, "tokens": null },
    "sandbox": "required",
    "syntax": "reject",
    "preview": "off",
    "private": ["secrets/**"],
    "protected": ["deploy/**"],
  },
  "packs": ["filesystem", "history"],
  "store": "memory",
  "vocabulary": "classic",
  "approvalTimeout": 30,
  "model": "local",
  "models": {
    "local": { "provider": "openai-compatible", "baseURL": "http://127.0.0.1:8080/v1", "model": "tiny", "contextTokens": 32000 },
    "openai": { "apiKeyEnv": "MY_KEY", "headers": { "A": "b" } },
  },
  "prices": { "local": { "input": 0, "output": 0.5 } },
  "visionModel": "openai/big",
  "embeddingModel": "local/small",
  "web": { "search": { "provider": "searxng", "baseURL": "http://127.0.0.1:8888", "apiKeyEnv": "KEY" } },
  "agents": ["explorer", "coder"],
  "mcpServers": {
    "tracker": { "command": "npx", "args": ["-y", "tracker-mcp"], "env": { "KEY": "x" }, "cwd": "/", "timeout": 5 },
    "docs": { "url": "https://docs.example.org/mcp", "headers": { "A": "b" }, "tools": ["search"], "disabled": true },
  },
}`;

describe('the schema of a config', () => {
  it('the schema of a config has just the keys that the checks know', () => {
    const keys = (node: Node | undefined) => Object.keys(node?.properties ?? {}).sort();
    const policy: Record<keyof PolicyInput, true> = {
      extends: true,
      trust: true,
      capabilities: true,
      rules: true,
      danger: true,
      network: true,
      limits: true,
      sandbox: true,
      syntax: true,
      preview: true,
      private: true,
      protected: true,
      destinations: true,
    };
    const rule: Record<keyof Rule, true> = {
      effect: true,
      tool: true,
      match: true,
      when: true,
      verdict: true,
      reason: true,
      fingerprint: true,
      examples: true,
    };
    expect(keys(schema)).toEqual([...CONFIG_KEYS, 'workspaces'].sort());
    expect(keys(schema.$defs.policy)).toEqual(Object.keys(policy).sort());
    expect(keys(schema.$defs.policy?.properties.limits)).toEqual(Object.keys(DEFAULT_LIMITS).sort());
    expect(keys(schema.$defs.rule)).toEqual(Object.keys(rule).sort());
    expect(schema.$defs.preset?.enum).toEqual(Object.keys(PRESETS));
    expect(CAPABILITIES.every(one => fits({ policy: { capabilities: [one] } }))).toBe(true);
  });

  it('the schema of a config takes what the checks take', () => {
    const config = parseConfigText(SAMPLE, 'sample');
    expect(checkPolicyInput(checkConfig(config, 'sample').policy)).toBeDefined();
    expect(validator.validate(config)).toMatchObject({ valid: true });
    expect(fits({ workspaces: { '/a': { policy: 'privileged' }, '~/b': {} } })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an unknown key', { polcy: 'standard' }],
    ['an unknown preset', { policy: 'lax' }],
    ['an unknown key of a policy', { policy: { ruels: [] } }],
    ['an unknown limit', { policy: { limits: { tim: 1 } } }],
    ['an unknown vocabulary', { vocabulary: 'other' }],
    ['no time at all', { approvalTimeout: 0 }],
    ['a key itself', { models: { a: { provider: 'openai', apiKey: 'secret' } } }],
    ['a password in an address', { models: { a: { baseURL: 'http://me:secret@host/v1' } } }],
    ['a variable that is none', { models: { a: { apiKeyEnv: 'MY KEY' } } }],
    ['a model with a slash in its name', { models: { 'a/b': {} } }],
    ['a price without a number', { prices: { a: { input: 1 } } }],
    ['an unknown key of a price', { prices: { a: { input: 1, output: 1, cached: 1 } } }],
    ['agents that are no list', { agents: 'coder' }],
    ['a list of packs that is none', { packs: 'filesystem' }],
  ])('the schema of a config and the checks refuse %s', (_, value) => {
    expect(fits(value)).toBe(false);
    expect(() => {
      const { policy } = checkConfig(value, 'sample');
      checkPolicyInput(typeof policy === 'string' ? { extends: policy } : policy);
    }).toThrow();
  });

  it.each<[string, unknown]>([
    ['no verdict', { effect: 'read' }],
    ['an unknown effect', { effect: 'look', verdict: 'deny' }],
    ['nothing that it is about', { verdict: 'deny' }],
    ['an unknown key', { efect: 'read', verdict: 'deny' }],
  ])('the schema of a config and the checks refuse a rule with %s', (_, rule) => {
    expect(fits({ policy: { rules: [rule] } })).toBe(false);
    expect(() => checkRule(rule, 'rule')).toThrow();
  });

  it('the schema of a config lets only the own config speak of workspaces, and not twice', () => {
    expect(() => checkConfig({ workspaces: {} }, 'a project')).toThrow('belongs to your own config');
    expect(fits({ workspaces: { '/a': { workspaces: {} } } })).toBe(false);
    expect(fits({ workspaces: { a: {} } })).toBe(false);
  });
});
