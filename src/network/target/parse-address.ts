import { isIPv6 } from 'node:net';

/** One number of an IPv4 address as C reads it: `0x` is hex, a leading zero octal. */
function parsePart(text: string, octal: boolean): number | undefined {
  if (/^0x[0-9a-f]*$/i.test(text)) return Number.parseInt(text.slice(2) || '0', 16);
  if (octal && /^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^[0-9]+$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** An IPv4 address in any spelling that `inet_aton` takes: one to four parts, decimal, octal or hex. */
export function parseIpv4(text: string, { octal = true } = {}): number | undefined {
  const parts = text.split('.').map(part => parsePart(part, octal));
  if (parts.length > 4) return undefined;
  let sum = 0;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const bytes = last ? 5 - parts.length : 1;
    if (part === undefined || part >= 256 ** bytes) return undefined;
    sum += last ? part : part * 256 ** (3 - index);
  }
  return sum;
}

export function formatIpv4(value: number): string {
  return [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');
}

const GROUPS = 8;

/** An IPv6 address without brackets and without a zone. */
export function parseIpv6(text: string): bigint | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const dotted = /[^:]*\.[^:]*$/.exec(text)?.[0];
  const tail = dotted === undefined ? undefined : parseIpv4(dotted)!;
  const hex =
    tail === undefined ? text : text.slice(0, -dotted!.length) + [tail >>> 16, tail & 0xffff].map(toHex).join(':');
  const [left = '', right] = hex.split('::');
  const head = left === '' ? [] : left.split(':');
  const end = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: GROUPS - head.length - end.length }, () => '0');
  return [...head, ...zeros, ...end].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

const toHex = (value: number) => value.toString(16);

/** An IPv6 address in the short form that URLs have. */
export function formatIpv6(value: bigint): string {
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    ((value >> BigInt(16 * (GROUPS - 1 - index))) & 0xffffn).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
