import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { isLeft } from '../system/leftovers.ts';
import { ToolError } from '../tool/error.ts';
import { adviceFor, adviceForMac } from './advice.ts';
import { openControlGroup, removeOldGroups } from './bubblewrap/control-group.ts';
import { createBubblewrap } from './bubblewrap/create-bubblewrap.ts';
import { systemCallFilter } from './bubblewrap/system-call-filter.ts';
import { SYSTEM_PATH } from './job/environment.ts';
import { makeOwnName } from './job/own-folder.ts';
import { createLandlock } from './plain/create-landlock.ts';
import { createSeatbelt } from './plain/create-seatbelt.ts';
import type { Sandbox, SandboxFinding } from './port.ts';
import { PROBE_LIMITS, PROBE_SECRET, type Proof, probe } from './probe.ts';
import { listenOn } from './proxy/listen-on.ts';

export interface SandboxOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** A folder of toolgate's own, outside of every workspace: jobs, probes and caches live below it. */
  readonly folder: string;
  readonly cache?: string;
  /** Another program in the place of `sandbox-exec`, on macOS. */
  readonly sandboxExec?: string;
}

/** The sandbox of this machine, tried by running something in it. */
export async function createSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { platform = process.platform, folder } = given;
  if (platform !== 'linux' && platform !== 'darwin') {
    return unavailable(`there is none for ${platform}`, 'Use Linux or macOS; on Windows, run toolgate in WSL.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The probe looks for this secret, which no sandbox lets in.
  const options = { ...given, env: { ...given.env, [PROBE_SECRET]: 'of the environment' } };
  return platform === 'linux' ? openBubblewrap(options) : openSeatbelt(options);
}

/** The probe takes no program from the user's PATH: folders of the workspace may stand in it. */
const withPlainPath = (options: SandboxOptions) => ({ ...options, env: { ...options.env, PATH: SYSTEM_PATH } });

async function openBubblewrap(options: SandboxOptions): Promise<Sandbox> {
  await removeOldGroups(isLeft);
  const { folder: parent } = options;
  const proof = await provedOnce(parent, port => {
    const { run } = createBubblewrap(withPlainPath(options));
    return probe({ name: 'bubblewrap', run, parent, port, advice: adviceFor });
  });
  if (!proof.works) return openLandlock(options, proof);
  const findings = [...proof.findings, MEMORY[await findHolder()], callsFinding()];
  return { kind: 'bubblewrap', proved: true, overlay: proof.overlay, findings, ...createBubblewrap(options) };
}

/** Landlock, where no namespaces may be: the kernel's own rules for a process. Findings tell what it lacks. */
async function openLandlock(options: SandboxOptions, bubblewrap: Proof): Promise<Sandbox> {
  const proof = await withListener(port =>
    probe({
      name: 'Landlock',
      run: createLandlock(withPlainPath(options)),
      parent: realpathSync(options.folder),
      port,
      noOverlay: NO_OVERLAY_OF_LANDLOCK,
      advice: () => 'It needs Linux 6.2 or newer with Landlock switched on, and Perl',
    }),
  );
  const [why] = bubblewrap.findings;
  if (!proof.works || !why) return refusing({ ...bubblewrap, findings: [...bubblewrap.findings, ...proof.findings] });
  const instead = { part: 'bubblewrap', ok: false, says: `not to be had here: ${why.says}`, next: why.next };
  const findings = [...proof.findings, instead, NO_NETWORK_OF_LANDLOCK, MEMORY.watch];
  return { kind: 'landlock', proved: true, overlay: false, findings, run: createLandlock(options) };
}

const NO_OVERLAY_OF_LANDLOCK: SandboxFinding = {
  part: 'overlay',
  ok: false,
  says:
    'Landlock has none: commands work on the real files, and what they changed is found by comparing the files before ' +
    'and after; undo covers it all the same, a plan does not. A command in the background runs only where no rule keeps ' +
    'it from a file, and what one makes beside a hidden file cannot be read before it has ended',
};

const NO_NETWORK_OF_LANDLOCK: SandboxFinding = {
  part: 'network',
  ok: false,
  says:
    'commands reach no host at all, also none that is allowed, and open no socket: Landlock knows ports and no hosts. ' +
    'They can see the names of files and the command lines of processes, and not what files and processes hold',
};

/** Proofs of this process by file system: a proof depends on the kernel, on who we are and on where a layer lies. */
const proofs = new Map<number, Proof>();

/** Tries a sandbox once for all gates of this process whose state lies on one file system; a failure is tried again. */
async function provedOnce(folder: string, tryIt: (port: number) => Promise<Proof>): Promise<Proof> {
  const { dev } = statSync(folder);
  const known = proofs.get(dev);
  if (known) return known;
  const proof = await withListener(tryIt);
  if (proof.works && proof.overlay) proofs.set(dev, proof);
  return proof;
}

async function openSeatbelt(options: SandboxOptions): Promise<Sandbox> {
  const createRun = (settings: SandboxOptions) => createSeatbelt({ ...settings, program: options.sandboxExec });
  const proof = await withListener(port =>
    probe({
      name: 'sandbox-exec of macOS',
      parent: realpathSync(options.folder),
      port,
      run: createRun(withPlainPath(options)),
      noOverlay: NO_OVERLAY,
      advice: adviceForMac,
    }),
  );
  if (!proof.works) return refusing(proof);
  const findings = [...proof.findings, MEMORY_OF_MAC];
  return { kind: 'seatbelt', proved: true, overlay: false, findings, run: createRun(options) };
}

const NO_OVERLAY: SandboxFinding = {
  part: 'overlay',
  ok: false,
  says:
    'macOS has none: commands work on the real files, and what they changed is found by comparing the files before and ' +
    'after; undo covers it all the same, a plan does not',
};

const MEMORY_OF_MAC: SandboxFinding = {
  part: 'memory',
  ok: true,
  says:
    'the memory and processes of a command are watched once a second; time on the CPU, open files and the size of a ' +
    'file are limited for each process (ulimit)',
};

type Holder = 'group' | 'limit' | 'watch';

/** Finds out by trying how memory and processes of a job are held. */
async function findHolder(): Promise<Holder> {
  if (process.getuid?.() !== 0) return 'limit';
  const group = openControlGroup(`toolgate-${makeOwnName()}`, PROBE_LIMITS);
  await group?.remove();
  return group ? 'group' : 'watch';
}

const MEMORY: Readonly<Record<Holder, SandboxFinding>> = {
  group: {
    part: 'memory',
    ok: true,
    says: 'a control group of the kernel holds the memory and processes of a command',
  },
  limit: {
    part: 'memory',
    ok: true,
    says:
      'the kernel limits the number of processes (rlimit) and what each may reserve; the memory of all processes of a ' +
      'command together is watched several times a second',
  },
  watch: {
    part: 'memory',
    ok: true,
    says: 'no control group can be made here, so the memory and processes of a command are watched several times a second',
    next: 'Run toolgate as an ordinary user, or let it write to /sys/fs/cgroup, and the kernel itself will hold them',
  },
};

const callsFinding = (): SandboxFinding =>
  systemCallFilter(process.arch, { groups: false })
    ? { part: 'system calls', ok: true, says: 'calls to the kernel that a workspace does not need are refused' }
    : { part: 'system calls', ok: false, says: `there is no filter for system calls on ${process.arch} yet` };

/** Opens a listener that would answer, so that a job which cannot reach it is known to have no network. */
async function withListener<T>(use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(socket => socket.destroy());
  try {
    return await use(await listenOn(server));
  } finally {
    server.close();
  }
}

const refusing = ({ findings: [why] }: Proof): Sandbox => unavailable(why?.says ?? 'it does not work', why?.next);

function unavailable(says: string, next = 'See `toolgate doctor`.'): Sandbox {
  const why = `There is no sandbox to run this in: ${says}. Nothing was run.`;
  return {
    kind: 'none',
    proved: false,
    overlay: false,
    findings: [{ part: 'sandbox', ok: false, says, next }],
    run: async () => {
      throw new ToolError('SANDBOX_UNAVAILABLE', why, { suggestion: next });
    },
  };
}
