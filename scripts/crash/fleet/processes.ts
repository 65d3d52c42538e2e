import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMPILED, programs } from '../programs.ts';
import type { FleetSetUp } from './open-gate.ts';

interface Running {
  readonly child: ChildProcess;
  /** By which the store knows it, as soon as it works. */
  processID?: string;
}

/** The worker processes of a trial. */
export class FleetProcesses {
  readonly #setUp: FleetSetUp;
  readonly #running = new Set<Running>();
  /** Those that nobody has ended. */
  readonly endedByThemselves: string[] = [];
  readonly pids: number[] = [];
  #said = '';

  constructor(setUp: FleetSetUp) {
    this.#setUp = setUp;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Resolves when it works, or is gone. */
  async start(): Promise<void> {
    const { fleetProcess } = await programs();
    const child = spawn(process.execPath, [fleetProcess, JSON.stringify(this.#setUp)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...COMPILED },
    });
    const running: Running = { child };
    this.#running.add(running);
    if (child.pid !== undefined) this.pids.push(child.pid);
    child.stderr?.setEncoding('utf8').on('data', text => {
      this.#said = `${this.#said}${text}`.slice(-8000);
      if (process.env.TOOLGATE_TEST_SHOW) process.stderr.write(text);
    });
    const gone = once(child, 'exit').then(([code, signal]) => {
      if (this.#running.delete(running)) this.endedByThemselves.push(`${code ?? signal}: ${this.#said}`);
    });
    const works = new Promise<void>(resolve =>
      child.stdout?.setEncoding('utf8').once('data', (text: string) => {
        running.processID = text.trim();
        resolve();
      }),
    );
    await Promise.race([works, gone]);
  }

  /** The one at this place is gone when it resolves; the id that the store knew it by. */
  async kill(index: number): Promise<string | undefined> {
    const found = [...this.#running][index];
    if (!found) return undefined;
    await this.#end(found, 'SIGKILL');
    return found.processID;
  }

  /** All give back what they have, and end. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running].map(running => this.#end(running, 'SIGTERM')));
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.#running].map(running => this.#end(running, 'SIGKILL')));
  }

  async #end(running: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.#running.delete(running)) return;
    const gone = once(running.child, 'exit');
    running.child.kill(signal);
    const [code] = await gone;
    if (signal === 'SIGTERM' && code !== 0) this.endedByThemselves.push(`${code} when told to end: ${this.#said}`);
  }
}
