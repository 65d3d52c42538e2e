/** One step of a filter for the kernel (classic BPF). */
export type Instruction = readonly [code: number, yes: number, no: number, value: number];
/** Numbers of a call on 64-bit PCs, and on 64-bit ARM; a table may have a number more. */
export type CallNumbers = readonly [number | undefined, number | undefined, number?];

/** Reads a table of calls: a name, the numbers on PCs and on ARM (`-`: there is none), and perhaps a number more. */
export const calls = (table: string): readonly CallNumbers[] =>
  table.split(',').map(row => {
    const [, pc, arm, more] = /^\w+ (\d+|-) (\d+|-)(?: (\d+))?$/.exec(row.trim()) ?? [];
    if (pc === undefined) throw new Error(`No row of a table of calls: ${row}`);
    return [toNumber(pc), toNumber(arm), toNumber(more)];
  });

const toNumber = (text = '-'): number | undefined => (text === '-' ? undefined : Number(text));

/** Codes of instructions. */
export const [LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x54, 0x06];
export const [ALLOW, ASK] = [0x7fff_0000, 0x7fc0_0000];
/** Errors that a call can be answered with. */
const ERRORS = { EPERM: 1, ENOTTY: 25, ENOSYS: 38, EOPNOTSUPP: 95, EAFNOSUPPORT: 97 };
export const OFFSET = { call: 0, arch: 4, argument: (index: number) => 16 + 8 * index } as const;

export const answer = (error: keyof typeof ERRORS): Instruction => [RETURN, 0, 0, 0x0005_0000 | ERRORS[error]];
export const allow: Instruction = [RETURN, 0, 0, ALLOW];
export const load = (argument: number): Instruction => [LOAD, 0, 0, OFFSET.argument(argument)];

export const only = (argument: number, value: number): readonly Instruction[] => [
  load(argument),
  [EQUAL, 1, 0, value],
  answer('EPERM'),
  allow,
];

export const unless = (argument: number, ...values: readonly number[]): readonly Instruction[] => [
  load(argument),
  ...values.map((value, index): Instruction => [EQUAL, values.length - index, 0, value]),
  allow,
  answer('EPERM'),
];

export const withoutBits = (argument: number, bits: number): readonly Instruction[] => [
  load(argument),
  [ANY_BIT, 0, 1, bits],
  answer('EPERM'),
  allow,
];

export function bytesOf(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}

export const SOCKET: CallNumbers = [41, 198];
export const SOCKET_PAIR: CallNumbers = [53, 199];
export const IOCTL: CallNumbers = [16, 29];
/** The requests TIOCSTI and TIOCLINUX. */
export const TERMINAL_INJECTION = [0x5412, 0x541c];
