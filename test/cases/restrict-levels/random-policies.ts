import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/policy/create/presets.ts';
import type { PolicyInput, Rule } from '../../../src/policy/types.ts';

const paths = fc.constantFrom(
  'vault',
  './a.txt',
  '*.md',
  'src',
  'src/**',
  'src/deep/**',
  'secret',
  'secret/**',
  'secret/in',
  '**/.env*',
  '*.pem',
  'new*',
  'link',
  '**',
);
const verdict = fc.constantFrom('allow', 'ask', 'ask', 'deny', 'deny', 'deny');
const someTool = fc.constantFrom(
  'read_file',
  'read',
  'write_file',
  'delete_file',
  'move_file',
  'grep',
  'glob',
  'bash',
  'undo_*',
  'list_changes',
  'note',
  'jot',
  'wild',
  'sneak',
  'far__send',
  'far__*',
  'call_tool',
);

const rule = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ effect: fc.constantFrom('read', 'read', 'write', 'delete'), match: paths, verdict }),
  },
  { weight: 2, arbitrary: fc.record({ tool: someTool, match: paths, verdict }) },
  {
    weight: 2,
    arbitrary: fc.record({ tool: someTool, effect: fc.constantFrom('read', 'write'), match: paths, verdict }),
  },
  { weight: 1, arbitrary: fc.record({ tool: someTool, verdict }) },
  {
    weight: 1,
    arbitrary: fc.record({
      effect: fc.constant('network'),
      match: fc.constantFrom('far.example.org', '*.example.org', 'other.test'),
      verdict,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      effect: fc.constant('execute'),
      match: fc.constantFrom('cat *', 'rm *', 'echo *', 'ls*', 'mv *'),
      verdict,
    }),
  },
) as fc.Arbitrary<Rule>;

/** Mostly left as it is: where each of five levels forbids much, nothing happens and nothing is proved. */
const rarely = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 24, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** A policy as someone may write it, that forbids a little. */
export const somePolicy: fc.Arbitrary<PolicyInput> = fc.record({
  extends: rarely<PolicyInput['extends']>('privileged', fc.constantFrom('standard', 'read-only')),
  trust: rarely<PolicyInput['trust']>('user', fc.constantFrom('workspace', 'untrusted')),
  capabilities: rarely<PolicyInput['capabilities']>(CAPABILITIES, fc.subarray([...CAPABILITIES])),
  rules: fc.array(rule, { maxLength: 2, size: 'max' }),
  danger: fc.record({
    safe: rarely('allow', fc.constantFrom('ask')),
    moderate: rarely('allow', fc.constantFrom('ask', 'deny')),
    dangerous: rarely('allow', fc.constantFrom('ask', 'deny')),
  }),
  network: fc.record({
    allow: rarely<readonly string[]>(['*'], fc.constantFrom([], ['*.example.org'], ['other.test'])),
  }),
  limits: fc.record({
    calls: rarely<number | null>(null, fc.integer({ min: 0, max: 8 })),
    tokens: rarely<number | null>(null, fc.integer({ min: 0, max: 400 })),
    outputBytes: rarely<number | null>(null, fc.integer({ min: 40, max: 400 })),
  }),
  sandbox: rarely<PolicyInput['sandbox']>('required', fc.constant('off')),
  syntax: rarely<PolicyInput['syntax']>('warn', fc.constant('reject')),
  private: rarely<readonly string[]>([], fc.subarray(['vault', 'secret/**'])),
  protected: rarely<readonly string[]>([], fc.subarray(['new*', 'src/deep'])),
}) as fc.Arbitrary<PolicyInput>;

/** Forbids nothing: what the person at the top has, below whom the five stand. */
export const OPEN: PolicyInput = {
  extends: 'privileged',
  danger: { safe: 'allow', moderate: 'allow', dangerous: 'allow' },
  network: { allow: ['*'] },
};
