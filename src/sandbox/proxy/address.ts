import { BlockList, isIP } from 'node:net';

/** Addresses that are not out in the world: this machine, its networks, what clouds tell about themselves. */
const SPECIAL: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];

const special = new BlockList();
for (const [net, bits, family] of SPECIAL) special.addSubnet(net, bits, family);
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
/** Ways to write an IPv4 address as IPv6, documentation, and tunnels. */
const notWorld = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notWorld.addSubnet(net, bits, 'ipv6');

/** Whether an address is out in the world. Unknown means no. */
export function isGlobalAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  if (family === 6) return world.check(address, 'ipv6') && !notWorld.check(address, 'ipv6');
  return false;
}

/** Whether a host is this machine or something on its own networks, as far as its name says. */
export const isNearHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  return isIP(name) ? !isGlobalAddress(name) : /(?:^|\.)(?:localhost|local|internal|localdomain)$/.test(name);
};
