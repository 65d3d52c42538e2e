import { type ChildProcess, spawn } from 'node:child_process';
import { COMPILED } from './programs.ts';

/** Processes that change a workspace until they are killed. */
export class Workers {
  readonly #program: string;
  readonly #running: ChildProcess[] = [];
  /** What they wrote to standard error, for the case that one ends by itself. */
  #said = '';

  constructor(program: string) {
    this.#program = program;
  }

  get size(): number {
    return this.#running.length;
  }

  /** Resolves when the new one makes calls, or has been killed before it came to that. */
  start(args: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#program, ...args], {
      // It ends when its standard input does: none outlives this process.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...COMPILED },
    });
    this.#running.push(child);
    child.stderr?.setEncoding('utf8').on('data', text => {
      this.#said = `${this.#said}${text}`.slice(-4000);
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve() : reject(this.#endedByItself(code))));
    });
    // Whoever does not wait for it hears of it when it is to be killed.
    ready.catch(() => {});
    return ready;
  }

  /** Resolves when it is gone. */
  async kill(index: number): Promise<void> {
    const [child] = this.#running.splice(index, 1);
    if (!child || child.signalCode !== null) return;
    if (child.exitCode !== null) throw this.#endedByItself(child.exitCode);
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async killAll(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: this.size }, () => this.kill(0)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  #endedByItself(code: number | null): Error {
    return new Error(`A worker ended by itself with ${code}: ${this.#said}`);
  }
}
