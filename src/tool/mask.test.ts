import { describe, expect, it } from 'vitest';
import { callLine, isShortened, mask, maskRecord, maskText } from './mask.ts';

describe('mask', () => {
  it('hides values under secret names', () => {
    expect(mask({ password: 'x', api_key: 'y', apiKey: 'z', nested: { authToken: 'q' }, path: 'a' })).toEqual({
      password: '***',
      api_key: '***',
      apiKey: '***',
      nested: { authToken: '***' },
      path: 'a',
    });
  });

  it.each([
    `sk-${'a1B2'.repeat(8)}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `AKIA${'ABCD'.repeat(4)}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('hides a token wherever it stands: %s', secret => {
    expect(maskText(`before ${secret} after`)).toBe('before *** after');
  });

  it('hides the password of an address and a bearer token', () => {
    expect(maskText('postgres://me:hunter2@db/x')).toBe('postgres://me:***@db/x');
    expect(maskText('Authorization: Bearer abcdefghijkl')).toBe('Authorization: Bearer ***');
  });

  it('hides secrets in the query of an address, and nothing else of it', () => {
    const url = 'https://api.example/v1/a?q=tides&api_key=hush1&X-Amz-Signature=hush2&page=2&access_token=hush3#top';
    const hidden = 'https://api.example/v1/a?q=tides&api_key=***&X-Amz-Signature=***&page=2&access_token=***#top';
    expect(mask({ url })).toEqual({ url: hidden });
    expect(maskRecord(`see [a](${url}) and "https://b.example/?key=hush4".`)).toBe(
      `see [a](${hidden}) and "https://b.example/?key=***".`,
    );
    for (const text of ['is a=b? key=5 is', 'https://a.example/?keyboard=qwerty&monkey=1&author=me', 'x ? y=1 : z=2'])
      expect(maskRecord(text)).toBe(text);
    // Nothing to look at twice, however long it is.
    expect(maskRecord('?a='.repeat(100_000)).length).toBe(300_000);
  });

  it('shortens long texts and lists, and survives odd keys', () => {
    const masked = mask({ content: 'x'.repeat(10_000), list: Array(500).fill(1), ['__proto__']: 1 }) as Record<
      string,
      unknown
    >;
    expect(String(masked.content).length).toBeLessThan(600);
    expect((masked.list as unknown[]).length).toBe(51);
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
  });

  it.each([
    ['{"password": "hunter2", "path": "a"}', '{"password": "***", "path": "a"}'],
    ['{"api_key":"hun\\"ter2', '{"api_key":"***'],
    ['{"body":"{\\"token\\":\\"hunter2\\"}"}', '{"body":"{\\"token\\":\\"***\\"}"}'],
    ['export DB_PASSWORD=hunter2 next', 'export DB_PASSWORD=*** next'],
    ["API_KEY = 'hunter 2'", 'API_KEY = ***'],
    ['const token = next();', 'const token = next();'],
    ['PATH=/usr/bin', 'PATH=/usr/bin'],
  ])('hides in records what stands under a secret name in a text: %s', (text, masked) => {
    expect(maskRecord(text)).toBe(masked);
  });

  it('hides lists and objects under secret names, and takes a part of very many keys', () => {
    expect(mask({ credentials: { user: 'u' }, cookies: ['a'] })).toEqual({ credentials: '***', cookies: '***' });
    expect(Object.keys(mask(Object.fromEntries(Array(5000).entries())) as object).length).toBeLessThan(300);
  });

  it('knows a copy that lacks something of what it was made of', () => {
    const whole = { path: 'a', list: [1, { b: 'text' }] };
    expect(isShortened(mask(whole))).toBe(false);
    for (const odd of [{ a: 'x'.repeat(600) }, { password: 'p' }, Array(60).fill(0), { a: { secret: 's' } }]) {
      expect(isShortened(mask(odd))).toBe(true);
    }
  });

  it('names a call in one short line', () => {
    expect(callLine('read_file', { path: 'a', limit: 5 })).toBe('read_file(path="a", limit=5)');
    expect(callLine('write_file', { content: 'x'.repeat(5000) }).length).toBeLessThan(300);
  });
});
