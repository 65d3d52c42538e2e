import {
  AND,
  ASK,
  allow,
  answer,
  type CallNumbers,
  calls,
  EQUAL,
  type Instruction,
  IOCTL,
  load,
  only,
  RETURN,
  SOCKET,
  SOCKET_PAIR,
  TERMINAL_INJECTION,
  unless,
} from './filter-program.ts';

type OnCall = (numbers: CallNumbers, body: readonly Instruction[]) => void;

/**
 * The part of the filter without namespaces, where the network, named sockets, other processes and memory that is
 * shared by a number are the machine's own: it allows none of them.
 */
export function filterWithoutWalls(on: OnCall, signals: 'free' | 'asked'): void {
  for (const numbers of SHARED) on(numbers, [answer('EPERM')]);
  for (const numbers of ATTRIBUTES) on(numbers, [answer('EOPNOTSUPP')]);
  for (const numbers of WATCHES) on(numbers, [answer('ENOSYS')]);
  for (const numbers of ASKED) on(numbers, [[RETURN, 0, 0, ASK]]);
  for (const numbers of OF_A_PROCESS) on(numbers, only(0, OWN_PROCESS));
  for (const numbers of PRIORITIES) on(numbers, unlessThen(0, numbers[2]!, only(1, OWN_PROCESS)));
  on(SOCKET, [answer('EAFNOSUPPORT')]);
  on(SOCKET_PAIR, onlyStreams);
  on(IOCTL, onlyRequests);
  if (signals === 'asked') {
    for (const numbers of SIGNALS) on(numbers, [[RETURN, 0, 0, ASK]]);
    on(SIGNAL_BY_FILE, [answer('ENOSYS')]);
    on(FCNTL, unless(1, ...SIGNALLED));
  }
}

/** Calls for what a user's processes share, for another root, and older ones for the times of files. */
const SHARED = calls(`
  shmget 29 194, shmat 30 196, shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192,
  msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181, chroot 161 51,
  utime 132 -, utimes 235 -, futimesat 261 -
`);
/** Calls that set attributes of files; programs that copy attributes go on where there are none. */
const ATTRIBUTES = calls(`
  setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16,
  setxattrat 463 463, removexattrat 466 466, file_setattr 469 469
`);
/** Calls that tell of each file touched in a folder, also in one that cannot be listed. */
const WATCHES = calls('inotify_init 253 -, inotify_init1 294 26');
/** Calls that wait for a listener. */
const ASKED = calls(`
  chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, utimensat 280 88,
  chown 92 -, lchown 94 -, fchown 93 55, fchownat 260 54
`);
/** Calls about a process, which may be another one of the user; 0 is the own process. */
const OF_A_PROCESS = calls(`
  prlimit64 302 261, sched_setparam 142 118, sched_setscheduler 144 119, sched_setaffinity 203 122,
  sched_setattr 314 274
`);
const OWN_PROCESS = 0;
/** Calls with the value that stands for all processes of a user. */
const PRIORITIES = calls('setpriority 141 140 2, ioprio_set 251 30 3');
const SIGNALS = calls('kill 62 129, tkill 200 130, tgkill 234 131, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240');
const SIGNAL_BY_FILE: CallNumbers = [424, 424];
const FCNTL: CallNumbers = [72, 25];
/** The requests F_SETOWN, F_SETSIG, F_SETOWN_EX: a file sends its process a signal. */
const SIGNALLED = [8, 10, 15];

const unlessThen = (argument: number, value: number, then: readonly Instruction[]): readonly Instruction[] => [
  load(argument),
  [EQUAL, 0, 1, value],
  answer('EPERM'),
  ...then,
];

/** Pairs of Unix sockets that stay a pair: those for unordered messages could be connected to any named socket. */
const onlyStreams: readonly Instruction[] = [
  load(0),
  [EQUAL, 0, 4, 1],
  load(1),
  [AND, 0, 0, 0xf],
  [EQUAL, 2, 0, 1],
  [EQUAL, 1, 0, 5],
  answer('EAFNOSUPPORT'),
  allow,
];

/**
 * Requests allowed on a file: for its flags, for where its blocks are, and to share its blocks with another
 * (FS_IOC_GETFLAGS, FS_IOC_FSGETXATTR, FIEMAP, FICLONE, FICLONERANGE). Other requests change files that can only be
 * read, or show a whole disk anew.
 */
const REQUESTS = [0x8008_6601, 0x801c_581f, 0xc020_660b, 0x4004_9409, 0x4020_940d];

/** The requests for terminals, pipes and descriptors, but for those that type into one; then those of files. */
const onlyRequests: readonly Instruction[] = [
  load(1),
  ...TERMINAL_INJECTION.map((value, index): Instruction => [EQUAL, REQUESTS.length + 3 - index, 0, value]),
  ...REQUESTS.map((value, index): Instruction => [EQUAL, REQUESTS.length + 2 - index, 0, value]),
  [AND, 0, 0, 0xff00],
  [EQUAL, 1, 0, 0x5400],
  answer('ENOTTY'),
  allow,
];
