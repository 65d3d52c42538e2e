import { join } from 'node:path';
import { secretHider } from '../packs/shell/hide-secrets.ts';
import type { ShellServices } from '../packs/shell/services.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import { BackgroundJobs } from '../sandbox/background-jobs.ts';
import type { SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { Limits, Sandbox } from '../sandbox/port.ts';
import type { Workspace } from '../workspace/port.ts';

export interface ShellOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The workspace's own state folder. */
  readonly folder: string;
  readonly policy: () => RuntimePolicy;
  readonly workspace: Pick<Workspace, 'watch'>;
  readonly keepOutput: NonNullable<ShellServices['keepOutput']>;
}

const GIB = 1024 ** 3;

/** What one command may use, besides its time. */
const LIMITS: Omit<Limits, 'time' | 'disk'> = {
  cpu: 3600,
  memory: 4 * GIB,
  processes: 512,
  fileSize: 2 * GIB,
  files: 4096,
};

/**
 * What the tools that run commands are given. The sandbox is tried once, when the first command comes; where the policy
 * wants none, nothing is tried.
 */
export function createShellServices({
  env,
  folder,
  policy,
  workspace,
  keepOutput,
}: ShellOptions): ShellServices & { close(): Promise<void> } {
  const options: SandboxOptions = { env, folder: join(folder, 'sandbox'), cache: join(folder, 'cache') };
  let proved: Promise<Sandbox> | undefined;
  let none: Promise<Sandbox> | undefined;
  const isOff = () => policy().sandbox === 'off';
  const running = new Set<Promise<unknown>>();
  const watched = (opened: Sandbox): Sandbox => ({
    ...opened,
    run(job) {
      const run = opened.run(job);
      running.add(run);
      const done = () => running.delete(run);
      run.then(done, done);
      return run;
    },
  });
  const sandbox = () => {
    if (isOff()) {
      none ??= openNone(options).then(watched);
      return none;
    }
    proved ??= openSandbox(options).then(watched);
    return proved;
  };
  const jobs = new BackgroundJobs({ sandbox, watch: () => workspace.watch() });
  return {
    sandbox,
    isOff,
    understand,
    jobs,
    keepOutput,
    async close() {
      await jobs.close();
      // A call that was aborted has its outcome before its last process is gone.
      await Promise.allSettled(running);
    },
    limits: () => ({ ...LIMITS, time: policy().limits.time, disk: Math.min(policy().limits.disk, 4 * GIB) }),
    hideSecrets: secretHider(env),
  };
}

// Most processes run no command: what that takes is loaded with the first one.

async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { createSandbox } = await import('../sandbox/create-sandbox.ts');
  return createSandbox(options);
}

async function openNone(options: SandboxOptions): Promise<Sandbox> {
  const { createUnsandboxed } = await import('../sandbox/create-unsandboxed.ts');
  return createUnsandboxed(options);
}

const understand: ShellServices['understand'] = async (command, where) => {
  const { understandCommand } = await import('../shell/understand-command.ts');
  return understandCommand(command, where);
};
