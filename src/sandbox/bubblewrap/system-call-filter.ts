import { addAll } from '../../tool/lists/long-lists.ts';
import {
  ALLOW,
  ANY_BIT,
  AT_LEAST,
  allow,
  answer,
  bytesOf,
  type CallNumbers,
  calls,
  EQUAL,
  type Instruction,
  IOCTL,
  LOAD,
  load,
  OFFSET,
  RETURN,
  SOCKET,
  SOCKET_PAIR,
  TERMINAL_INJECTION,
  unless,
  withoutBits,
} from './filter-program.ts';
import { filterWithoutWalls } from './filter-without-walls.ts';

/**
 * A filter for system calls, as bytes for the kernel (classic BPF). The namespaces are the wall; the filter closes what
 * lies beside them: keys of the kernel, machine sockets that know no network namespace, ways to the kernel that
 * programs of a workspace do not need, and files that would give away the rights of their owner.
 */
export function systemCallFilter(arch: string, options: FilterOptions): Buffer | undefined {
  const { groups, walls = 'namespaces', signals = 'free' } = options;
  const column = arch === 'x64' ? 0 : arch === 'arm64' ? 1 : undefined;
  if (column === undefined) return undefined;
  const program: Instruction[] = [
    [LOAD, 0, 0, OFFSET.arch],
    [EQUAL, 1, 0, column === 0 ? 0xc000_003e : 0xc000_00b7],
    answer('ENOSYS'),
    [LOAD, 0, 0, OFFSET.call],
    // A 64-bit PC has a third way to number calls.
    ...(column === 0 ? ([[AT_LEAST, 0, 1, 0x4000_0000], answer('ENOSYS')] as const) : []),
  ];
  const on = (numbers: CallNumbers, body: readonly Instruction[]) => {
    const number = numbers[column];
    if (number !== undefined) addAll(program, [[EQUAL, 0, body.length, number], ...body]);
  };
  for (const numbers of REFUSED) on(numbers, [answer('EPERM')]);
  for (const numbers of MISSING) on(numbers, [answer('ENOSYS')]);
  if (walls === 'none') filterWithoutWalls(on, signals);
  else for (const numbers of [SOCKET, SOCKET_PAIR]) on(numbers, onlyFamilies(FAMILIES));
  for (const numbers of OTHERS_MEMORY) on(numbers, unless(0, FIRST_PROCESS));
  for (const numbers of MAKING_NAMESPACES) on(numbers, withoutBits(0, NEW_NAMESPACES));
  on(PTRACE, unless(1, FIRST_PROCESS));
  on(IOCTL, unless(1, ...TERMINAL_INJECTION));
  const bits = groups ? SET_USER | SET_GROUP : SET_USER;
  for (const numbers of MODES) on(numbers, withoutBits(numbers[2]!, bits));
  for (const numbers of OPENS) on(numbers, createdWithoutBits(numbers[2]!, bits));
  program.push([RETURN, 0, 0, ALLOW]);
  return bytesOf(program);
}

interface FilterOptions {
  readonly groups: boolean;
  /** The walls: with `none` the network, named sockets and memory shared by number are the machine's, and refused. */
  readonly walls?: 'namespaces' | 'none';
  /** Whether a listener is asked for each signal: older kernels let signals out. Only without namespaces. */
  readonly signals?: 'free' | 'asked';
}

const REFUSED = calls(`
  add_key 248 217, request_key 249 218, keyctl 250 219, bpf 321 280, perf_event_open 298 241, userfaultfd 323 282,
  kexec_load 246 104, kexec_file_load 320 294, init_module 175 105, finit_module 313 273, delete_module 176 106,
  mount 165 40, umount2 166 39, pivot_root 155 41, setns 308 268, open_tree 428 428, move_mount 429 429,
  fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433, mount_setattr 442 442, quotactl 179 60,
  quotactl_fd 443 443, swapon 167 224, swapoff 168 225, reboot 169 142, settimeofday 164 170,
  clock_settime 227 112, clock_adjtime 305 266, sethostname 170 161, setdomainname 171 162, syslog 103 116,
  acct 163 89, open_by_handle_at 304 265, lookup_dcookie 212 18, vhangup 153 58, iopl 172 -, ioperm 173 -,
  fanotify_init 300 262, memfd_secret 447 447
`);

/** Calls without which programs know what to do. `openat2` and `clone3` hide their arguments from a filter. */
const MISSING = calls(`
  io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, openat2 437 437, clone3 435 435
`);

/** Families of sockets: Unix, IPv4, IPv6, netlink. Others lead past the network namespace. */
const FAMILIES = [1, 2, 10, 16];

const onlyFamilies = (families: readonly number[]): readonly Instruction[] => [
  load(0),
  ...families.map((family, index): Instruction => [EQUAL, families.length - index, 0, family]),
  answer('EAFNOSUPPORT'),
  allow,
];

const MAKING_NAMESPACES = calls('clone 56 220, unshare 272 97');
/** Flags for new users, mounts, processes, network, names, semaphores, control groups. */
const NEW_NAMESPACES = 0x7e02_0000;
const PTRACE: CallNumbers = [101, 117];
const OTHERS_MEMORY = calls('process_vm_readv 310 270, process_vm_writev 311 271');
const FIRST_PROCESS = 1;
const SET_USER = 0o4000;
const SET_GROUP = 0o2000;
/** Calls that set a mode, with the place of that argument. */
const MODES = calls(
  'chmod 90 - 1, fchmod 91 52 1, fchmodat 268 53 2, fchmodat2 452 452 2, creat 85 - 1, mknod 133 - 1, mknodat 259 33 2',
);
/** Calls that open a file, with the place of their flags; the mode follows. */
const OPENS = calls('open 2 - 1, openat 257 56 2');
/** The flags O_CREAT, and the one that makes O_TMPFILE. */
const CREATES = 0o20_000_100;

const createdWithoutBits = (flags: number, bits: number): readonly Instruction[] => [
  load(flags),
  [ANY_BIT, 0, 3, CREATES],
  load(flags + 1),
  [ANY_BIT, 0, 1, bits],
  answer('EPERM'),
  allow,
];
