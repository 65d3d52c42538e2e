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

/** What the tools that run commands are given. The sandbox is tried once, when the first command comes. */
export function createShellServices({
  env,
  folder,
  policy,
  workspace,
  keepOutput,
}: ShellOptions): ShellServices & { close(): Promise<void> } {
  let sandbox: Promise<Sandbox> | undefined;
  const proved = () => {
    sandbox ??= openSandbox({ env, folder: join(folder, 'sandbox'), cache: join(folder, 'cache') });
    return sandbox;
  };
  const jobs = new BackgroundJobs({ sandbox: proved, watch: () => workspace.watch() });
  return {
    sandbox: proved,
    understand,
    jobs,
    keepOutput,
    close: () => jobs.close(),
    limits: () => ({ ...LIMITS, time: policy().limits.time, disk: Math.min(policy().limits.disk, 4 * GIB) }),
    hideSecrets: secretHider(env),
  };
}

// Most processes run no command: what that takes is loaded with the first one.

async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { createSandbox } = await import('../sandbox/create-sandbox.ts');
  return createSandbox(options);
}

const understand: ShellServices['understand'] = async (command, where) => {
  const { understandCommand } = await import('../shell/understand-command.ts');
  return understandCommand(command, where);
};
