import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import {
  hostPatternProblem,
  intersectHosts,
  matchesHost,
  normalizeHost,
  normalizeHostPattern,
} from './host-pattern.ts';

it.each([
  ['Example.ORG', 'example.org'],
  ['example.org.', 'example.org'],
  ['example.org:8080', 'example.org'],
  ['[::1]', '::1'],
  ['[::1]:80', '::1'],
  ['::1', '::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['good.org@evil.org', 'evil.org'],
])('the host %s is normalised to %s', (host, expected) => {
  expect(normalizeHost(host)).toBe(expected);
});

it.each([
  ['example.org', 'example.org', true],
  ['example.org', 'a.example.org', false],
  ['*.example.org', 'a.b.example.org', true],
  ['*.example.org', 'example.org', false],
  ['*.example.org', 'evilexample.org', false],
  ['*.Example.org.', 'a.example.org', true],
  ['*', '::1', true],
])('the host pattern %s on %s is %s', (pattern, host, expected) => {
  expect(matchesHost(normalizeHostPattern(pattern), normalizeHost(host))).toBe(expected);
});

it('a URL, a port or a stray star as a host pattern is refused with what to write', () => {
  expect(hostPatternProblem('https://docs.example.org/x')).toContain('"docs.example.org"');
  expect(hostPatternProblem('example.org:443')).toContain('port');
  expect(hostPatternProblem('ex*mple.org')).toContain('no host');
  expect(hostPatternProblem('*.example.org')).toBeUndefined();
});

it('an intersection has just the hosts that both lists have', () => {
  const label = fc.constantFrom('a', 'b', 'example', 'org');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map(parts => parts.join('.'));
  const pattern = fc.oneof(
    host,
    host.map(name => `*.${name}`),
    fc.constant('*'),
  );
  const list = fc.array(pattern, { maxLength: 3 });
  const has = (patterns: readonly string[], name: string) => patterns.some(one => matchesHost(one, name));
  fc.assert(
    fc.property(list, list, host, (a, b, name) => {
      expect(has(intersectHosts(a, b), name)).toBe(has(a, name) && has(b, name));
    }),
    { numRuns: runs(300) },
  );
});
