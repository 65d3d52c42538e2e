import { hash } from 'node:crypto';

/** The SHA-256 of bytes, as hex: what FIPS 180-4 says, block by block, without a module of Node. */
export function sha256Of(bytes: Uint8Array): string {
  const blocks = Buffer.alloc((((bytes.length + 8) >> 6) + 1) << 6);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  blocks.writeUIntBE(bytes.length * 8, blocks.length - 6, 6);
  const state = Int32Array.from(FIRST);
  for (let at = 0; at < blocks.length; at += 64) {
    spread(blocks, at);
    mix(state);
  }
  const digest = Buffer.alloc(32);
  for (let i = 0; i < 8; i++) digest.writeInt32BE(state[i]!, 4 * i);
  return digest.toString('hex');
}

const numbersOf = (hex: string): Int32Array => {
  const bytes = Buffer.from(hex, 'hex');
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32BE(4 * i));
};

/** The fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const FIRST = numbersOf('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19');
const ROUNDS = numbersOf(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe' +
    '9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7' +
    'c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b' +
    'c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
);
const schedule = new Int32Array(64);

function spread(blocks: Buffer, at: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = blocks.readInt32BE(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = schedule[i - 15]!;
    const b = schedule[i - 2]!;
    const low = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const high = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    schedule[i] = schedule[i - 16]! + low + schedule[i - 7]! + high;
  }
}

function mix(state: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const turned = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + turned + ((e & f) ^ (~e & g)) + ROUNDS[i]! + schedule[i]!) | 0;
    const second = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second + ((b & c) ^ (b & d) ^ (c & d))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Bytes that a process hashes by itself: most starts hash less, and loading Node's module for it takes much longer. */
let left = 16_384;

export function hashText(text: string): string {
  const bytes = Buffer.from(text);
  left -= bytes.length;
  return left > 0 ? sha256Of(bytes) : hash('sha256', bytes);
}
