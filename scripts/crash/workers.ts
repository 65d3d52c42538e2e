import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Hundreds of short-lived processes load the same files. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'toolgate-crash-compiled') };

/** Processes that change a workspace until they are killed. */
export class Workers {
  readonly #running = new Map<ChildProcess, Promise<void>>();

  get size(): number {
    return this.#running.size;
  }

  /** Resolves when the new one makes calls, or has been killed before it came to that. */
  start(args: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...COMPILED },
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code, signal) =>
        signal === 'SIGKILL' ? resolve() : reject(new Error(`A worker ended by itself with ${code ?? signal}`)),
      );
    });
    this.#running.set(child, ready);
    return ready;
  }

  /** Resolves when it is gone. */
  async kill(index: number): Promise<void> {
    const child = [...this.#running.keys()][index]!;
    this.#running.delete(child);
    if (child.exitCode !== null) throw new Error(`A worker ended by itself with ${child.exitCode}`);
    if (child.signalCode !== null) return;
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async killAll(): Promise<void> {
    while (this.size > 0) await this.kill(0);
  }
}
