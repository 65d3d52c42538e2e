import { describe, expect, it } from 'vitest';
import { hideUrl, maskUrl, parseRemoteUrl } from './remote-url.ts';

describe('a remote URL', () => {
  it.each([
    ['https://example.org/x.git', 'example.org'],
    ['http://user:pw@Example.org:8080/x', 'example.org'],
    ['ssh://git@example.org:22/x', 'example.org'],
    ['git@github.com:owner/x.git', 'github.com'],
    ['host:path', 'host'],
    ['https://a@b@c.org/x', 'c.org'],
    ['ssh://[::1]:22/x', '::1'],
  ])('%s goes to %s', (url, host) => {
    expect(parseRemoteUrl(url, '/w')).toEqual({ kind: 'host', host });
  });

  it.each([
    ['/srv/x.git', '/srv/x.git'],
    ['../x.git', '/x.git'],
    ['./a:b', '/w/a:b'],
    ['file:///srv/x.git', '/srv/x.git'],
    ['sub', '/w/sub'],
  ])('%s is the path %s', (url, path) => {
    expect(parseRemoteUrl(url, '/w')).toEqual({ kind: 'local', path });
  });

  it.each([
    'ext::sh -c "touch x"',
    'fd::3',
    'transport::address',
    'git://example.org/x',
    'ftp://example.org/x',
    'ssh://-oProxyCommand=x/y',
    '-oProxyCommand=x:y',
    'user@-oProxyCommand=x:y',
    '--upload-pack=x',
    'https:///x',
    'https://a b/x',
    'https://x\n.org/',
    '~/x',
    '',
  ])('%j is refused', url => {
    expect(() => parseRemoteUrl(url, '/w')).toThrow(/Nothing is pushed/);
  });

  it('a remote URL tells no password', () => {
    expect(maskUrl('https://ada:pw@example.org/x')).toBe('https://***@example.org/x');
    expect(maskUrl('https://ghp_token@example.org/x')).toBe('https://***@example.org/x');
    expect(maskUrl('ssh://git@example.org/x')).toBe('ssh://git@example.org/x');
    expect(maskUrl('git@example.org:x/y.git')).toBe('git@example.org:x/y.git');
    const asked = 'https://ada@example.org/x?private_token=s3cr3t';
    expect(maskUrl(asked)).toBe('https://***@example.org/x?***');
    expect(hideUrl(asked, `no ${asked}, no https://example.org/x?private_token=s3cr3t/`)).not.toContain('s3cr3t');
    const url = 'https://ada:pa%40ss@example.org/x';
    expect(hideUrl(url, `fatal: ${url}: no pa@ss for pa%40ss`)).toBe(
      'fatal: https://***@example.org/x: no *** for ***',
    );
  });
});
