import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createScriptedWire, ok, redirectTo } from '../../test/support/network/scripted-wire.ts';
import { runs } from '../../test/support/suite.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';

/** Blocks that no public server is in, from what Node has, and not from the code that is tested. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
const GLOBAL6 = new BlockList();
GLOBAL6.addSubnet('2000::', 3, 'ipv6');
const PRIVATE6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE6.addSubnet(net, bits, 'ipv6');

function isPublic(address: string, family: 4 | 6): boolean {
  if (family === 4) return !PRIVATE.check(address, 'ipv4');
  const carried = /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (carried !== null) {
    const [high, low] = [Number.parseInt(carried[1]!, 16), Number.parseInt(carried[2]!, 16)];
    return !PRIVATE.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, 'ipv4');
  }
  return GLOBAL6.check(address, 'ipv6') && !PRIVATE6.check(address, 'ipv6');
}

const byte = fc.oneof(fc.constantFrom(0, 1, 10, 100, 127, 169, 172, 192, 198, 203, 224, 254, 255), fc.nat(255));
const spell = (value: number, how: number) =>
  how === 0 ? String(value) : how === 1 ? `0x${value.toString(16)}` : `0${value.toString(8)}`;
const ipv4 = fc.oneof(
  fc
    .array(fc.tuple(byte, fc.nat(2)), { minLength: 1, maxLength: 4 })
    .map(parts => parts.map(([value, how]) => spell(value, how)).join('.')),
  fc.tuple(fc.nat(0xffffffff), fc.nat(2)).map(([value, how]) => spell(value, how)),
  fc.tuple(byte, byte, byte, byte).map(parts => parts.join('.')),
);
const group = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '64',
    'ff9b',
    'ffff',
    '2001',
    '2002',
    'db8',
    'fe80',
    'fc00',
    'ff02',
    '5efe',
    '200',
    '7f00',
    'a9fe',
    '2606',
  ),
  fc.nat(0xffff).map(value => value.toString(16)),
);
const ipv6 = fc.oneof(
  fc.array(group, { minLength: 8, maxLength: 8 }).map(groups => groups.join(':')),
  fc
    .tuple(fc.array(group, { maxLength: 3 }), fc.array(group, { maxLength: 3 }))
    .map(([a, b]) => `${a.join(':')}::${b.join(':')}`),
  fc
    .tuple(
      fc.constantFrom('::', '::ffff:', '64:ff9b::', '64:ff9b:1::', '::ffff:0:', '2606::5efe:', '2002::'),
      fc.tuple(byte, byte, byte, byte),
    )
    .map(([prefix, parts]) => prefix + parts.join('.')),
);
const answer = fc.oneof(
  ipv4,
  ipv6,
  ipv6.map(text => `${text}%eth0`),
  fc.string({ maxLength: 12 }),
);
const host = fc.oneof(
  ipv4,
  ipv6.map(text => `[${text}]`),
  fc.constantFrom('example.com', 'a.example.com', 'localhost', 'printer.local', 'EXAMPLE.com.', 'intranet'),
  fc.domain(),
);
const url = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', '//', 'http:', 'http:\\\\', 'HTTP://u@'),
      host,
      fc.constantFrom('', '/', ':8080/x', ':22', '/?q=1'),
    )
    .map(parts => parts.join('')),
  fc.webUrl(),
  fc.string({ maxLength: 20 }),
);

it('a guarded fetch never dials an address that is not public, whatever the URL, the answer of the resolver or the redirects', async () => {
  let dials = 0;
  const answers = fc.array(fc.array(fc.oneof(answer, fc.constant('93.184.215.14')), { maxLength: 3 }), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(url, answers, fc.array(url, { maxLength: 4 }), async (start, found, hops) => {
      const left = { found: [...found], hops: [...hops] };
      const wire = createScriptedWire(() => {
        const next = left.hops.shift()?.replace(/[\r\n\0]/g, '');
        return next === undefined ? ok() : redirectTo(next);
      });
      const lookup = () => left.found.shift() ?? ['93.184.215.14'];
      const guarded = createGuardedFetch({ allow: ['*'], lookup, connect: wire.connect });
      await guarded(start).catch(() => undefined);
      dials += wire.dialled.length;
      for (const { address, family } of wire.dialled)
        expect([address, isPublic(address, family)]).toEqual([address, true]);
    }),
    { numRuns: runs(200) },
  );
  // A law without dials would hold for nothing.
  expect(dials).toBeGreaterThan(runs(5));
});
