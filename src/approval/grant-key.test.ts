import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GrantSubject, grantKey } from './grant-key.ts';

const subject: GrantSubject = {
  tool: 'write_file',
  fingerprint: 'f1',
  args: { path: 'a', content: 'x' },
  fileStates: { '/ws/a': 's1' },
  policyVersion: 'v1',
};

it('the order of keys does not matter', () => {
  expect(grantKey({ ...subject, args: { content: 'x', path: 'a' } })).toBe(grantKey(subject));
});

it.each<[string, Partial<GrantSubject>]>([
  ['another tool', { tool: 'edit_file' }],
  ['another definition', { fingerprint: 'f2' }],
  ['other arguments', { args: { path: 'a', content: 'y' } }],
  ['a changed file', { fileStates: { '/ws/a': 's2' } }],
  ['a file that is gone', { fileStates: { '/ws/a': undefined } }],
  ['a file more', { fileStates: { '/ws/a': 's1', '/ws/b': undefined } }],
  ['another question', { question: 'too large to be undone' }],
  ['another policy', { policyVersion: 'v2' }],
])('%s is another grant', (_, change) => {
  expect(grantKey({ ...subject, ...change })).not.toBe(grantKey(subject));
});

it('different arguments never share a key', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      if (grantKey({ ...subject, args: a }) === grantKey({ ...subject, args: b })) expect(sorted(a)).toBe(sorted(b));
      else expect(same).toBe(false);
    }),
  );
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  );
}
