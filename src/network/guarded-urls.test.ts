import { describe, expect, it } from 'vitest';
import { createScriptedWire } from '../../test/support/network/scripted-wire.ts';
import { ToolError } from '../tool/error.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';

const PUBLIC = '93.184.215.14';
const PUBLIC6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

/** Names whose answer matters; all others have one public address. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'six.example.com': [PUBLIC6],
  'both.example.com': [PUBLIC6, PUBLIC],
  'nat64.example.com': ['64:ff9b::5db8:d70e'],
  'mapped.example.com': ['::ffff:93.184.215.14'],
  'odd.example.com': ['0x5d.0270.55054'],
  'none.example.com': [],
  'loop.example.com': ['127.0.0.1'],
  'mixed.example.com': [PUBLIC, '10.0.0.1'],
  'mixed6.example.com': [PUBLIC, 'fd00::1'],
  'last.example.com': [PUBLIC6, PUBLIC, '169.254.169.254'],
  'octal.example.com': ['0177.0.0.1'],
  'hex.example.com': ['0x7f.1'],
  'decimal.example.com': ['2130706433'],
  'twofold.example.com': ['010.0.0.1'],
  'zone.example.com': ['fe80::1%eth0'],
  'zone2.example.com': [`${PUBLIC6}%1`],
  'mapped-loop.example.com': ['::ffff:127.0.0.1'],
  'nat64-loop.example.com': ['64:ff9b::7f00:1'],
  'garbage.example.com': ['not an address'],
  'blank.example.com': [''],
  'metadata.example.com': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
  'search.internal': ['10.1.2.3'],
  'rebound.internal': ['169.254.169.254'],
  'model.example.net': ['192.168.1.5'],
};

interface Group {
  readonly allow: readonly string[];
  readonly private?: readonly string[];
  /** A URL, and the address and port that is dialled, or the rule that refuses it. */
  readonly cases: readonly (readonly [url: string, expected: string])[];
}

const each = (expected: string, urls: readonly string[]) => urls.map(url => [url, expected] as const);
const hosts = (expected: string, names: readonly string[]) =>
  each(
    expected,
    names.map(name => `http://${name}/`),
  );

const GROUPS: Readonly<Record<string, Group>> = {
  'public ones': {
    allow: ['*'],
    cases: [
      ...each(`${PUBLIC}:80`, [
        'http://example.com',
        'http://example.com/',
        'HTTP://EXAMPLE.COM/Path?q=1#part',
        'http://example.com:80/',
        'http://example.com./',
        'http://www.example.com/a@b',
        'http://example.com/?u=http://10.0.0.1/',
        'http://example.com/#@127.0.0.1',
        'http://example.com/http://localhost/',
        'http://example.com\\@127.0.0.1/',
        'http:example.com',
        'http:\\\\example.com\\x',
        '  http://example.com/  ',
        'ht\ntp://exam\tple.com/',
        'http://%65xample.com/',
        'http://ＥＸＡＭＰＬＥ.com/',
        'http://example。com/',
        'http://bücher.example/',
        'http://xn--bcher-kva.example/',
        'http://例え.テスト/',
        'http://faß.de/',
        'http://my_host.example.com/',
        'http://r3---sn-4g5.example.com/',
        'http://10.0.0.1.nip.example.com/',
        'http://127.0.0.1.example.com/',
        'http://localhost.example.com/',
        'http://notlocalhost.com/',
        'http://local.example.com/',
        'http://internal.example.com/',
        'http://mylocal.co/',
        'http://1.example.com/',
        'http://0x7f.example.com/',
        'http://something.test/',
        `http://${'a'.repeat(63)}.example.com/`,
        'http://odd.example.com/',
        'http://mapped.example.com/',
        'http://93.184.215.14/',
        'http://93.184.215.14./',
        'http://1572394766/',
        'http://0x5db8d70e/',
        'http://0135.0270.0327.016/',
        'http://93.12113678/',
        'http://93.184.55054/',
        'http://[::ffff:93.184.215.14]/',
        'http://[::ffff:5db8:d70e]/',
        'http://９３.184.215.14/',
      ]),
      ...each(`${PUBLIC}:443`, [
        'https://example.com/',
        'https://example.com:443/',
        'http://example.com:443/',
        'https://93.184.215.14/',
      ]),
      ['http://example.com:8080/', `${PUBLIC}:8080`],
      ['https://example.com:8443/x?y=z', `${PUBLIC}:8443`],
      ['http://example.com:65535/', `${PUBLIC}:65535`],
      ['http://example.com:3000/', `${PUBLIC}:3000`],
      ['http://six.example.com/', `${PUBLIC6}:80`],
      ['https://both.example.com/', `${PUBLIC6}:443`],
      ['http://nat64.example.com/', '64:ff9b::5db8:d70e:80'],
      [`http://[${PUBLIC6}]/`, `${PUBLIC6}:80`],
      ['http://[2606:4700:4700::1111]:8080/', '2606:4700:4700::1111:8080'],
      ['http://[2001:4860:4860::8888]/', '2001:4860:4860::8888:80'],
      ['http://[2a00:1450:4001:81b:0:0:0:200e]/', '2a00:1450:4001:81b::200e:80'],
      ['http://[64:ff9b::8.8.8.8]/', '64:ff9b::808:808:80'],
      ['http://[2606:4700::5efe:8.8.8.8]/', '2606:4700::5efe:808:808:80'],
      // The neighbours of special ranges are public.
      ...[
        '1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0',
        '169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255',
        '192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0',
        '203.0.112.255 203.0.114.0 223.255.255.255',
      ].flatMap(line => line.split(' ').map(ip => [`http://${ip}/`, `${ip}:80`] as const)),
      ...[
        '2001:200::1',
        '2001:db7:ffff::1',
        '2001:db9::1',
        '2003::1',
        '3ffe::1',
        '2001:ffff::1',
        '2620:4f:8000::1',
      ].map(ip => [`http://[${ip}]/`, `${ip}:80`] as const),
    ],
  },
  'IPv4 that is not public': {
    allow: ['*'],
    cases: hosts('address', [
      ...'127.0.0.1 127.1 127.0.1 127.255.255.255 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 0177.1'.split(' '),
      ...'017700000001 127.0.0.1. 0x7F.0x0.0x0.0x1 00177.0.0.1 127.0x1 0 0.0.0.0 0x0 0.1.2.3 0.255.255.255'.split(' '),
      ...'10.0.0.0 10.255.255.255 10.1 0xa.1 012.0.0.1 167772161 100.64.0.0 100.127.255.255 169.254.0.0'.split(' '),
      ...'168.63.129.16 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 169.16689662 169.254.255.255'.split(
        ' ',
      ),
      ...'172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.8 192.0.0.255 192.0.2.1 192.88.99.1 192.168.0.0'.split(' '),
      ...'192.168.255.255 0xc0a80001 3232235521 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.255'.split(' '),
      ...'224.0.0.1 239.255.255.255 240.0.0.1 254.255.255.255 255.255.255.255 4294967295 0xffffffff'.split(' '),
      ...'１２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 127%2e0.0.1'.split(' '),
    ]),
  },
  'IPv6 that is not public': {
    allow: ['*'],
    cases: hosts(
      'address',
      [
        ':: ::1 0:0:0:0:0:0:0:1 0000:0000::0001 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:10.0.0.1',
        '::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:0.0.0.0 ::ffff:192.168.0.1 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8',
        '64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8 64:ff9b:1:ffff::1 64:ff9b:2::1',
        '64:ff9b::1:8.8.8.8 100::1 100:0:0:1::1 100:1::1 200::1 400::1 800::1 1000::1 2001::1 2001:0:4136:e378::1',
        '2001:2::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff::1 2001:db8::1 2001:db8:ffff::1 2002:7f00:1::1',
        '2002:a9fe:a9fe::1 2002:808:808::1 3fff::1 3fff:fff::1 4000::1 5f00::1 6000::1 8000::1 a000::1 c000::1 e000::1',
        'f000::1 f800::1 fc00::1 fd00:ec2::254 fdff::1 fe00::1 fe80::1 febf::1 fec0::1 feff::1 ff02::1 ff0e::1 ffff::1',
        '2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:127.0.0.1 fe80::5efe:8.8.8.8 fe80::a9fe:a9fe',
      ].flatMap(line => line.split(' ').map(ip => `[${ip}]`)),
    ),
  },
  'names that lead elsewhere': {
    allow: ['*'],
    cases: [
      ...hosts(
        'address',
        'loop mixed mixed6 last octal hex decimal twofold zone zone2 mapped-loop nat64-loop garbage blank metadata'
          .split(' ')
          .map(name => `${name}.example.com`),
      ),
      ['http://none.example.com/', 'EXECUTION_ERROR'],
      ['https://LOOP.example.com./', 'address'],
    ],
  },
  'names that are refused as such': {
    allow: ['*'],
    cases: [
      ...hosts('local-name', [
        ...'localhost LOCALHOST localhost. a.localhost a.b.localhost. localhost.localdomain printer.local PRINTER.LOCAL.'.split(
          ' ',
        ),
        ...'metadata.google.internal instance-data x.internal router.lan nas.home box.home.arpa wiki.corp a.intranet'.split(
          ' ',
        ),
        ...'b.private ip6-localhost ip6-loopback intranet com kubernetes.default.svc.cluster.local abc.onion'.split(
          ' ',
        ),
        ...'ｌｏｃａｌｈｏｓｔ loc%61lhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'.split(' '),
      ]),
      ...hosts('host-name', [
        'example.com..',
        '.example.com',
        'a..example.com',
        `${'a'.repeat(64)}.example.com`,
        `${'a.'.repeat(130)}com`,
        'exa$mple.com',
        'a,b.example.com',
        "a'b.example.com",
        'a;b.example.com',
        '*.example.com',
        'a(b).example.com',
      ]),
    ],
  },
  'no URLs': {
    allow: ['*'],
    cases: each('url', [
      '',
      ' ',
      'example.com',
      '/path',
      '//example.com/',
      'http://',
      'http:///',
      'https://?x',
      'http://exa mple.com/',
      'http://example.com:99999/',
      'http://example.com:x/',
      'http://example.com:-1/',
      'http://[::1/',
      'http://[fe80::1%25eth0]/',
      'http://[::g]/',
      'http://[1.2.3.4]/',
      'http://256.256.256.256/',
      'http://1.2.3.4.5/',
      'http://127.0.0.0x100000000/',
      'http://4294967296/',
      'http://1.2.3.08/',
      'http://example.0xg1.1/',
      'http://a<b>.com/',
      'http://a%00b.com/',
      'http://example.com%2f/',
    ]),
  },
  'other schemes': {
    allow: ['*'],
    cases: each('scheme', [
      'ftp://example.com/',
      'file:///etc/passwd',
      'FILE://localhost/etc/passwd',
      'data:text/plain,x',
      'javascript:alert(1)',
      'ws://example.com/',
      'wss://example.com/',
      'gopher://example.com/',
      'blob:http://example.com/1',
      'about:blank',
      'unix:/run/docker.sock',
      'jar:http://example.com!/',
      'view-source:http://example.com/',
      'example.com:80',
      'localhost:8080/x',
      'dict://example.com:11211/',
      'ldap://example.com/',
    ]),
  },
  'user info': {
    allow: ['*'],
    cases: each('user-info', [
      'http://user@example.com/',
      'http://user:secret@example.com/',
      'http://:secret@example.com/',
      'http://@example.com/',
      'http://:@example.com/',
      'http://example.com@127.0.0.1/',
      'http://example.com:80@10.0.0.1/',
      'http://127.0.0.1@example.com/',
      'http:user@example.com',
      'http:\\\\user@example.com/',
      'ht\ttp://us\ner@example.com/',
      'http://a@b@example.com/',
      'http://%40@example.com/',
    ]),
  },
  ports: {
    allow: ['*'],
    cases: each(
      'port',
      [0, 1, 7, 21, 22, 23, 25, 53, 110, 119, 143, 389, 465, 587, 993, 2049, 5060, 6000, 6667, 6697, 10080].flatMap(
        port => [`http://example.com:${port}/`, `https://example.com:${port}/`],
      ),
    ),
  },
  'an allowlist': {
    allow: [
      'example.org',
      '*.example.net',
      'api.example.com:8443',
      'BÜCHER.example.',
      '8.8.8.8',
      '*.deep.example.io:8080',
    ],
    cases: [
      ['http://example.org/', `${PUBLIC}:80`],
      ['https://EXAMPLE.org.:9000/', `${PUBLIC}:9000`],
      ['http://a.example.net/', `${PUBLIC}:80`],
      ['http://a.b.example.net/', `${PUBLIC}:80`],
      ['https://api.example.com:8443/', `${PUBLIC}:8443`],
      ['http://xn--bcher-kva.example/', `${PUBLIC}:80`],
      ['http://bücher.example/', `${PUBLIC}:80`],
      ['http://8.8.8.8/', '8.8.8.8:80'],
      ['http://0x08080808/', '8.8.8.8:80'],
      ['http://[::ffff:8.8.8.8]/', '8.8.8.8:80'],
      ['http://x.deep.example.io:8080/', `${PUBLIC}:8080`],
      ...each('allowlist', [
        'http://www.example.org/',
        'http://example.org.evil.com/',
        'http://evil-example.org/',
        'http://example.net/',
        'http://evilexample.net/',
        'http://a.example.net.evil.com/',
        'https://api.example.com/',
        'https://api.example.com:443/',
        'http://x.deep.example.io/',
        'http://deep.example.io:8080/',
        'http://8.8.4.4/',
        'http://evil.com/?example.org',
        'http://evil.com/#.example.net',
        'http://evil.com\\.example.net/',
        'http://[2606:4700:4700::1111]/',
        'http://exаmple.org/',
      ]),
      ['http://model.example.net/', 'address'],
      ['http://127.0.0.1/', 'address'],
      ['http://localhost/', 'local-name'],
    ],
  },
  'nothing allowed': {
    allow: [],
    cases: each('allowlist', ['http://example.com/', 'http://8.8.8.8/', `http://[${PUBLIC6}]/`]),
  },
  'endpoints of one’s own': {
    allow: ['*', '127.0.0.1:9999', '192.168.7.7'],
    private: [
      'localhost:8080',
      'http://search.internal:8888/search',
      'https://model.example.net',
      '[::1]:5000',
      'rebound.internal:80',
      '169.254.1.1:80',
      'example.com:81',
    ],
    cases: [
      ['http://localhost:8080/x', '127.0.0.1:8080'],
      ['http://LOCALHOST.:8080/x', '127.0.0.1:8080'],
      ['http://search.internal:8888/', '10.1.2.3:8888'],
      ['https://model.example.net/', '192.168.1.5:443'],
      ['http://[::1]:5000/', '::1:5000'],
      ['http://127.0.0.1:9999/', '127.0.0.1:9999'],
      ['http://127.1:9999/', '127.0.0.1:9999'],
      ['http://192.168.7.7/', '192.168.7.7:80'],
      ['https://192.168.7.7/', '192.168.7.7:443'],
      ['http://169.254.1.1/', '169.254.1.1:80'],
      ['http://example.com:81/', `${PUBLIC}:81`],
      ['http://example.com/', `${PUBLIC}:80`],
      ...each('local-name', [
        'http://localhost/',
        'http://localhost:8081/',
        'http://a.localhost:8080/',
        'http://search.internal/',
        'http://other.internal:8888/',
      ]),
      ...each('address', [
        'http://127.0.0.1:8080/',
        'http://[::1]:8080/',
        'http://10.1.2.3:8888/',
        'http://model.example.net/',
        'https://model.example.net:8443/',
        'http://127.0.0.1:9998/',
        'http://127.0.0.2:9999/',
        'http://192.168.7.7:8080/',
        'http://192.168.7.8/',
        'http://rebound.internal/',
        'http://loop.example.com:9999/',
      ]),
    ],
  },
};

/** The result of a fetch: who was dialled, or the rule or code that refused. */
async function judge(url: string, { allow, private: own }: Group): Promise<string> {
  const wire = createScriptedWire();
  const lookup = (name: string) => NAMES[name] ?? [PUBLIC];
  const guarded = createGuardedFetch({ allow, private: own, lookup, connect: wire.connect });
  try {
    expect((await guarded(url)).status).toBe(200);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    expect(wire.dialled).toEqual([]);
    return error.code === 'NETWORK_BLOCKED' ? String(error.details?.rule) : error.code;
  }
  return wire.dialled.map(({ address, port }) => `${address}:${port}`).join(' ');
}

describe('a guarded fetch, by URL', () => {
  it.each(Object.entries(GROUPS))('a guarded fetch by URL: %s', async (_, group) => {
    const found = await Promise.all(group.cases.map(async ([url]) => [url, await judge(url, group)]));
    expect(found).toEqual(group.cases);
  });

  it('the list of guarded URLs has cases enough, and none twice', () => {
    const all = Object.entries(GROUPS).flatMap(([name, { cases }]) => cases.map(([url]) => `${name} ${url}`));
    expect(all.length).toBeGreaterThan(350);
    expect(new Set(all).size).toBe(all.length);
  });
});
