import { parseIpv4, parseIpv6 } from './parse-address.ts';

export interface SpecialRange {
  readonly name: string;
  /** Whether people run servers of their own in the range: a name marked as private may have such an address. */
  readonly own?: true;
  readonly first: bigint;
  readonly last: bigint;
}

type Row = readonly [block: string, name: string, own?: 'own'];

/** Ranges of IANA's registries of special IPv4 addresses and of IPv4 space: all that no public server has. */
const IPV4: readonly Row[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use', 'own'],
  ['100.64.0.0/10', 'shared by a carrier (CGNAT)', 'own'],
  ['127.0.0.0/8', 'loopback', 'own'],
  ['168.63.129.16/32', 'what a cloud tells its machines'],
  ['169.254.0.0/16', 'link-local, metadata of clouds'],
  ['172.16.0.0/12', 'private use', 'own'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private use', 'own'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
];

/** Ranges of IPv6, the closest first; below them what is outside of 2000::/3, which nobody has been given. */
const IPV6: readonly Row[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback', 'own'],
  ['::/96', 'IPv4-compatible'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['64:ff9b:1::/48', 'NAT64 of a local network'],
  ['100::/64', 'discard'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/32', 'Teredo'],
  ['2001:2::/48', 'benchmarks'],
  ['2001:10::/28', 'ORCHID'],
  ['2001:20::/28', 'ORCHIDv2'],
  ['2001:30::/28', 'drone identifiers'],
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment identifiers'],
  ['fc00::/7', 'unique local', 'own'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['::/8', 'reserved'],
  ['100::/8', 'reserved'],
  ['200::/7', 'reserved'],
  ['400::/6', 'reserved'],
  ['800::/5', 'reserved'],
  ['1000::/4', 'reserved'],
  ['4000::/3', 'reserved'],
  ['6000::/3', 'reserved'],
  ['8000::/3', 'reserved'],
  ['a000::/3', 'reserved'],
  ['c000::/3', 'reserved'],
  ['e000::/4', 'reserved'],
  ['f000::/5', 'reserved'],
  ['f800::/6', 'reserved'],
  ['fe00::/9', 'reserved'],
];

function toRange([block, name, own]: Row): SpecialRange {
  const [base = '', length] = block.split('/');
  const v6 = base.includes(':');
  const first = v6 ? parseIpv6(base)! : BigInt(parseIpv4(base)!);
  const rest = BigInt((v6 ? 128 : 32) - Number(length));
  return { name, first, last: first + (1n << rest) - 1n, own: own && true };
}

const IPV4_RANGES = IPV4.map(toRange);
const IPV6_RANGES = IPV6.map(toRange);

const find = (ranges: readonly SpecialRange[], value: bigint) =>
  ranges.find(({ first, last }) => value >= first && value <= last);

export const findSpecialIpv4 = (value: number): SpecialRange | undefined => find(IPV4_RANGES, BigInt(value));

export const findSpecialIpv6 = (value: bigint): SpecialRange | undefined => find(IPV6_RANGES, value);
