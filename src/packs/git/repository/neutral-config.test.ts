import { describe, expect, it } from 'vitest';
import { type ConfigPair, lastValue, neutralConfig, parseConfig } from './neutral-config.ts';

const laid = (...found: ConfigPair[]) => new Map(neutralConfig(found));

describe('the config that is laid over that of a repository', () => {
  it.each([
    'filter.x.clean',
    'filter.a.b.smudge',
    'filter.x.process',
    'diff.x.command',
    'diff.x.textconv',
    'merge.x.driver',
    'alias.status',
    'pager.log',
    'credential.https://x.helper',
    'remote.x.receivepack',
    'remote.x.vcs',
    'remote.x.proxy',
    'gpg.ssh.program',
    'trailer.x.command',
    'core.gitproxy',
    'sendemail.x',
    'made.up',
    'made.up.by.nobody',
  ])('empties %s', key => {
    expect(laid([key, '/bin/sh -c x']).get(key)).toBe('');
  });

  it.each([
    ['core.autocrlf', 'input'],
    ['core.filemode', 'true'],
    ['remote.origin.url', 'https://example.org'],
    ['branch.main.merge', 'refs/heads/main'],
    ['user.email', 'a@b'],
    ['push.default', 'simple'],
    ['unknown.number', '12'],
    ['extensions.objectformat', 'sha256'],
    ['diff.x.xfuncname', '^x'],
  ] as const)('the config that is laid over that of a repository leaves %s alone', (key, value) => {
    expect(laid([key, value]).has(key)).toBe(false);
  });

  it('the config that is laid over that of a repository turns hooks off unless they are wanted, and filters never stop a file', () => {
    expect(laid(['core.hookspath', '/x']).get('core.hooksPath')).toBe('/dev/null');
    const wanted = new Map(neutralConfig([['core.hookspath', '/x']], { hooks: true }));
    expect([wanted.has('core.hooksPath'), wanted.has('core.hookspath')]).toEqual([false, false]);
    expect(laid(['filter.x.required', 'true']).get('filter.x.required')).toBe('false');
    expect(laid(['core.fsmonitor', '/x']).get('core.fsmonitor')).toBe('false');
  });

  it('the config that is laid over that of a repository refuses what cannot be told beforehand', () => {
    expect(() => laid(['includeif.onbranch:x.path', '/x'])).toThrow(/by branch/);
    expect(() => neutralConfig(Array.from({ length: 3000 }, (_, at) => [`made.up${at}`, 'x']))).toThrow(/3000 keys/);
    expect(() => laid([`filter.${'x'.repeat(200_000)}.clean`, 'x'])).toThrow(/too long/);
  });

  it('the config that is laid over that of a repository is read from what git lists', () => {
    const config = parseConfig('core.bare\nfalse\0a.b\0remote.x.y.url\nhttps://x\nmore\0core.bare\ntrue\0');
    expect(config[1]).toEqual(['a.b', 'true']);
    expect(config[2]).toEqual(['remote.x.y.url', 'https://x\nmore']);
    expect(lastValue(config, 'core.bare')).toBe('true');
  });
});
