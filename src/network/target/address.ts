import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './parse-address.ts';
import { findSpecialIpv4, findSpecialIpv6, type SpecialRange } from './special-ranges.ts';

/** An address in the one spelling that is dialled. */
export interface Address {
  readonly text: string;
  readonly family: 4 | 6;
  /** The special range; undefined for a public address. */
  readonly special?: Pick<SpecialRange, 'name' | 'own'>;
}

const MAPPED = 0xffffn;
const NAT64 = 0x64ff9bn << 64n;
const ISATAP = new Set([0x5efen, 0x2005efen]);

const lowest = (value: bigint) => Number(value & 0xffff_ffffn);

/** The special range of an ambiguous spelling: `010.0.0.1` is 8.0.0.1 to some programs, 10.0.0.1 to others. */
function findSpecialSpelling(text: string, value: number): Address['special'] {
  const special = findSpecialIpv4(value);
  const decimal = parseIpv4(text, { octal: false });
  return special ?? (decimal === undefined ? undefined : findSpecialIpv4(decimal));
}

function toIpv4(value: number, special: Address['special']): Address {
  return { text: formatIpv4(value), family: 4, special };
}

function toIpv6(value: bigint): Address {
  const carried = lowest(value);
  // A mapped address is the IPv4 address in it and nothing else: the system would talk IPv4 for it anyway.
  if (value >> 32n === MAPPED) return toIpv4(carried, findSpecialIpv4(carried));
  const text = formatIpv6(value);
  // A network without IPv4 of its own gives NAT64 addresses for every public name.
  if (value >> 32n === NAT64) return { text, family: 6, special: findSpecialIpv4(carried) };
  const isatap = ISATAP.has((value >> 32n) & 0xffff_ffffn) ? findSpecialIpv4(carried) : undefined;
  const named = isatap && { name: `ISATAP, ${isatap.name}` };
  return { text, family: 6, special: findSpecialIpv6(value) ?? named };
}

/** Parses an address; undefined for what is none. An address with a zone belongs to a single link, whatever it says. */
export function parseAddress(text: string): Address | undefined {
  const [bare = '', zone] = text.replace(/^\[(.*)\]$/, '$1').split('%', 2);
  const v6 = parseIpv6(bare);
  if (v6 !== undefined) {
    const address = toIpv6(v6);
    return zone === undefined ? address : { ...address, special: { name: 'of one link (zone)' } };
  }
  const v4 = zone === undefined ? parseIpv4(bare) : undefined;
  return v4 === undefined ? undefined : toIpv4(v4, findSpecialSpelling(bare, v4));
}
