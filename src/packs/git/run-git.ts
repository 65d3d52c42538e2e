import { posix } from 'node:path';
import type { JobEnd, JobLimits, Sandbox, StopReason, WorkspaceView } from '../../sandbox/port.ts';
import type { CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import type { HeldPaths } from '../../tool/files.ts';
import type { ShellServices } from '../shell/services.ts';

/** The services that git tools need. */
export interface GitServices {
  readonly shell: ShellServices;
  /** Runs programs with the user's own rights: a push needs the user's keys. */
  readonly outside: () => Promise<Sandbox>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface GitJob {
  /** The command: fixed, but for checked arguments, and never a shell text that a model wrote. */
  readonly argv: readonly string[];
  /** A text of any length that the job finds at `PROGRAM`. */
  readonly program?: string;
  /** The working directory, workspace-relative. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds for the job. */
  readonly time?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitRun {
  readonly code: number;
  readonly stopped: StopReason | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether more output came than is kept. */
  readonly cut: boolean;
}

/** A shell for the fixed text that follows; everything from outside is an argument or a variable of it. */
export const SCRIPT: readonly string[] = ['bash', '--noprofile', '--norc', '-c'];

const TIME = 60_000;
/** The most bytes of git's output that are kept. */
const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_SAID = 64 * 1024;

/** Runs git in the sandbox and drops whatever it wrote: for tools that only look. */
export async function lookWithGit(services: ShellServices, ctx: CallContext, job: GitJob): Promise<GitRun> {
  const sandbox = await services.sandbox();
  // Without an overlay everything would be copied first: the scripts of tools that only look write to TMPDIR only.
  if (!sandbox.overlay && !ctx.planned) return lookInPlace(sandbox, ctx, { job, limits: services.limits() });
  const { ran, drop } = await runGit(services, ctx, job);
  drop();
  return ran;
}

async function lookInPlace(
  sandbox: Sandbox,
  { files }: CallContext,
  { job, limits }: { job: GitJob; limits: JobLimits },
) {
  const output = captureOutput();
  // This read of the secrets lets them be masked in git's words about private files.
  files.secrets();
  const hidden = await files.hiddenPaths();
  return output.ran(await start(sandbox, job, { root: files.root, view: { kind: 'real' }, hidden, limits, output }));
}

/** Runs git in the sandbox, on an overlay of the workspace; the files that it wrote are staged. */
export async function runGit(services: ShellServices, ctx: CallContext, job: GitJob) {
  const sandbox = await services.sandbox();
  const output = captureOutput();
  const run = (view: WorkspaceView, hidden: readonly string[], held?: Surroundings['held']) =>
    start(sandbox, job, { root: ctx.files.root, view, hidden, held, limits: services.limits(), output });
  const made = sandbox.overlay
    ? await ctx.files.through(async ({ folder, above, hidden }) => {
        const ended = await run({ kind: 'overlay', layers: { folder, above } }, hidden);
        if (!ended.merged) throw unfinished();
        return { value: ended, merged: ended.merged };
      })
    : await ctx.files.inPlace(async ({ hidden }) => run({ kind: 'real' }, hidden, await ctx.files.held('denied')));
  if (job.signal?.aborted) made.drop();
  return { ran: output.ran(made.value), drop: made.drop };
}

/** Runs git with the user's own rights, and nothing around it. */
export async function runOutside(sandbox: Sandbox, job: GitJob, where: { root: string; limits: JobLimits }) {
  const output = captureOutput();
  return output.ran(await start(sandbox, job, { ...where, view: { kind: 'real' }, hidden: [], output }));
}

interface Surroundings {
  readonly root: string;
  readonly view: WorkspaceView;
  readonly hidden: readonly string[];
  readonly held?: Pick<HeldPaths, 'readOnly' | 'pinned'> | undefined;
  readonly limits: JobLimits;
  readonly output: ReturnType<typeof captureOutput>;
}

function start(sandbox: Sandbox, { time = TIME, ...job }: GitJob, where: Surroundings): Promise<JobEnd> {
  const { held, limits, output, ...place } = where;
  return sandbox.run({
    program: '',
    ...job,
    ...place,
    cwd: posix.join(place.root, job.cwd),
    readOnly: held?.readOnly,
    pinned: held?.pinned,
    cached: false,
    limits: { ...limits, time: Math.min(time, limits.time) },
    onOutput: (chunk, stream) => output.add(chunk, stream),
  });
}

/** The output of git in bytes, as they came: names and patches may hold anything. */
function captureOutput() {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const room = { stdout: MOST_OUTPUT, stderr: MOST_SAID };
  let cut = false;
  const text = (stream: 'stdout' | 'stderr') => Buffer.concat(chunks[stream]).toString('utf8');
  return {
    add(chunk: Buffer, stream: 'stdout' | 'stderr'): void {
      const part = chunk.subarray(0, room[stream]);
      room[stream] -= part.length;
      if (part.length > 0) chunks[stream].push(part);
      if (part.length < chunk.length && stream === 'stdout') cut = true;
    },
    ran: ({ code, stopped }: JobEnd): GitRun => ({
      code,
      stopped,
      stdout: text('stdout'),
      stderr: text('stderr'),
      cut,
    }),
  };
}

const unfinished = (): ToolError =>
  new ToolError('EXECUTION_ERROR', 'The sandbox ended before it could say what was written. Nothing was changed.');
