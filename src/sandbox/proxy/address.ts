import { isIP } from 'node:net';
import { parseAddress } from '../../network/target/address.ts';

/** Whether an address is out in the world; an unknown one is not. */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = parseAddress(address);
  return parsed !== undefined && parsed.special === undefined;
}

/** Whether a host is this machine or something on its own networks, as far as its name says. */
export const isNearHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  return isIP(name) ? !isGlobalAddress(name) : /(?:^|\.)(?:localhost|local|internal|localdomain)$/.test(name);
};
