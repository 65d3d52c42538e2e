import { describe, expect, it } from 'vitest';
import { createScriptedWire, ok, redirectTo } from '../../test/support/network/scripted-wire.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';
import { isLocalHost } from './target/check-target.ts';
import type { Endpoint } from './target/endpoints.ts';

const lookup = (host: string) => [host.startsWith('inside') ? '10.0.0.7' : '93.184.216.34'];

describe('hosts that a function judges', () => {
  it('hosts that a function judges are asked for at each hop, as they are dialled', async () => {
    const wire = createScriptedWire((_, request) =>
      request.startsWith('GET /a') ? redirectTo('https://B.example:8443/b') : ok('b'),
    );
    const asked: Endpoint[] = [];
    const told: string[] = [];
    const guarded = createGuardedFetch({
      allow: endpoint => asked.push(endpoint) > 0,
      onRedirect: ({ href }) => told.push(href),
      lookup,
      connect: wire.connect,
    });
    expect(await (await guarded('http://a.example./a')).text()).toBe('b');
    expect(asked).toEqual([
      { host: 'a.example', port: 80, secure: false },
      { host: 'b.example', port: 8443, secure: true },
    ]);
    expect(told).toEqual(['https://b.example:8443/b']);
  });

  it('hosts that a function judges are refused where it says no, and told where the way led', async () => {
    const wire = createScriptedWire(() => redirectTo('http://c.example/?token=1'));
    const told: string[] = [];
    const guarded = createGuardedFetch({
      allow: ({ host }) => host === 'a.example',
      onRedirect: url => told.push(url.href),
      lookup,
      connect: wire.connect,
    });
    await expect(guarded('http://a.example/')).rejects.toMatchObject({
      code: 'NETWORK_BLOCKED',
      details: { rule: 'allowlist', hop: 1 },
    });
    expect(told).toEqual(['http://c.example/?token=1']);
    expect(wire.dialled).toHaveLength(1);
  });

  it('hosts that a function judges are public ones: a yes to everything opens no private address', async () => {
    const wire = createScriptedWire();
    const guarded = createGuardedFetch({ allow: () => true, lookup, connect: wire.connect });
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://localhost/',
      'http://inside.example/',
      'http://169.254.169.254/',
    ])
      await expect(guarded(url)).rejects.toMatchObject({ code: 'NETWORK_BLOCKED' });
    expect(wire.dialled).toEqual([]);
  });

  it('hosts that a function judges may be private where another function says so, and no redirect leads there', async () => {
    const wire = createScriptedWire((_, request) =>
      request.includes('host: out') ? redirectTo('http://127.0.0.1/') : ok('in'),
    );
    const guarded = createGuardedFetch({
      allow: () => true,
      private: ({ host }) => host === '127.0.0.1',
      lookup,
      connect: wire.connect,
    });
    expect(await (await guarded('http://127.0.0.1/')).text()).toBe('in');
    await expect(guarded('http://out.example/')).rejects.toMatchObject({ details: { rule: 'address', hop: 1 } });
  });
});

describe('a proxy of the user', () => {
  it('a proxy of the user may be private, and opens nothing else there', async () => {
    const wire = createScriptedWire(() => ok('by proxy'));
    const options = { allow: ['*'], lookup, connect: wire.connect, proxyFrom: { http_proxy: 'http://10.0.0.9:3128' } };
    const guarded = createGuardedFetch({ ...options, privateProxy: true });
    expect(await (await guarded('http://a.example/')).text()).toBe('by proxy');
    expect(wire.dialled[0]).toMatchObject({ address: '10.0.0.9', port: 3128 });
    await expect(guarded('http://10.0.0.9:3128/')).rejects.toMatchObject({ details: { rule: 'address' } });
    await expect(createGuardedFetch(options)('http://a.example/')).rejects.toMatchObject({
      details: { rule: 'proxy' },
    });
  });
});

it('isLocalHost knows the names of this machine and its networks', () => {
  for (const host of [
    '127.0.0.1',
    '::1',
    'localhost',
    'a.localhost',
    'printer',
    'nas.lan',
    'x.internal',
    '10.0.0.1',
    'fd00::1',
  ])
    expect(isLocalHost(host), host).toBe(true);
  for (const host of ['example.org', '93.184.216.34', '2606:2800:220:1::1', 'local.example'])
    expect(isLocalHost(host), host).toBe(false);
});
