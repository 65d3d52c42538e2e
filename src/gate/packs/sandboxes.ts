import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox/create-sandbox.ts';
import type { Sandbox } from '../../sandbox/port.ts';
import { sweepLeft } from '../../sandbox/sweep-left.ts';

export interface Sandboxes {
  /** Opens the machine's sandbox, tried once, when the first command comes; or none, where a policy wants that. */
  open(kind: 'proved' | 'none'): Promise<Sandbox>;
  /** Resolves when no command runs any more, and nothing waits for one. */
  idle(): Promise<void>;
}

type SandboxesOptions = { readonly env: Readonly<Record<string, string | undefined>>; readonly folder: string };

export function createSandboxes({ env, folder }: SandboxesOptions): Sandboxes {
  const options: SandboxOptions = { env, folder: join(folder, 'sandbox'), cache: join(folder, 'cache') };
  sweepLeft(options.folder);
  const opened = new Map<string, Promise<Sandbox>>();
  const running = new Set<Promise<unknown>>();
  const watched = (sandbox: Sandbox): Sandbox => ({
    ...sandbox,
    run(job) {
      const run = sandbox.run(job);
      running.add(run);
      const done = () => running.delete(run);
      run.then(done, done);
      return run;
    },
  });
  return {
    open(kind) {
      let sandbox = opened.get(kind);
      if (!sandbox) {
        sandbox = (kind === 'none' ? openNone(options) : openProved(options)).then(watched);
        opened.set(kind, sandbox);
      }
      return sandbox;
    },
    async idle() {
      // A call that was aborted has its outcome before its last process is gone.
      await Promise.allSettled(running);
      await Promise.allSettled([...opened.values()].map(async sandbox => (await sandbox).rest?.()));
    },
  };
}

// Most processes run no command: the code for that is loaded with the first one.

async function openProved(options: SandboxOptions): Promise<Sandbox> {
  const { createSandbox } = await import('../../sandbox/create-sandbox.ts');
  return createSandbox(options);
}

async function openNone(options: SandboxOptions): Promise<Sandbox> {
  const { createUnsandboxed } = await import('../../sandbox/plain/create-unsandboxed.ts');
  return createUnsandboxed(options);
}
