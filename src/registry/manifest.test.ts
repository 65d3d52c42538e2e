import { describe, expect, it } from 'vitest';
import { createPolicy } from '../policy/create/create-policy.ts';
import { assertToolPackAllowed, parseToolPackManifest, toExtensionManifestFromToolPack } from './manifest.ts';

const good = {
  schemaVersion: 1,
  name: ' fs ',
  description: ' Files ',
  tools: ['a', ' a', 'b'],
  riskProfile: 'standard',
  tags: ['x', 'x'],
};

describe('parseToolPackManifest', () => {
  it('trims and removes duplicates', () => {
    expect(parseToolPackManifest(good)).toEqual({
      schemaVersion: 1,
      name: 'fs',
      description: 'Files',
      tools: ['a', 'b'],
      riskProfile: 'standard',
      tags: ['x'],
    });
  });

  it('parseToolPackManifest takes a manifest without tags', () => {
    const { tags: _, ...rest } = good;
    expect(parseToolPackManifest(rest).tags).toEqual([]);
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ ...good, schemaVersion: 2 }],
    [{ ...good, name: ' ' }],
    [{ ...good, description: '' }],
    [{ ...good, tools: [] }],
    [{ ...good, tools: ['a', ''] }],
    [{ ...good, tools: 'a' }],
    [{ ...good, riskProfile: 'harmless' }],
    [{ ...good, riskProfile: 'constructor' }],
    [{ ...good, tags: [1] }],
    [{ ...good, extra: true }],
  ])('parseToolPackManifest refuses %j', manifest => {
    expect(() => parseToolPackManifest(manifest)).toThrow("A tool pack's manifest");
  });
});

describe('assertToolPackAllowed', () => {
  const pack = (riskProfile: string) => parseToolPackManifest({ ...good, riskProfile });
  it.each([
    ['read-only', 'read-only', true],
    ['standard', 'read-only', false],
    ['standard', 'standard', true],
    ['privileged', 'standard', false],
    ['privileged', 'privileged', true],
  ] as const)('a %s pack under the policy %s: %s', (profile, policy, allowed) => {
    const check = () => assertToolPackAllowed(pack(profile), createPolicy(policy));
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow('does not grant');
  });

  it('assertToolPackAllowed refuses a pack that needs more trust than there is', () => {
    const policy = createPolicy({ extends: 'privileged', trust: 'workspace' });
    expect(() => assertToolPackAllowed(pack('privileged'), policy)).toThrow('needs user trust');
    expect(() => assertToolPackAllowed(pack('standard'), policy)).not.toThrow();
  });

  it('maps a profile to capabilities', () => {
    expect(toExtensionManifestFromToolPack(pack('privileged')).capabilities).toEqual([
      'read',
      'write',
      'execute',
      'network',
      'trace',
    ]);
  });
});
