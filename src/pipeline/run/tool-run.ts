/** The run of a tool, all its attempts together. */
export class ToolRun {
  /** The time of the start; undefined while the tool was not started. */
  startedAt: number | undefined;
  attempts = 0;
  /** Whether whoever keeps the work that it is a step of knows that it runs. */
  stepBegun = false;
  /** The folder where later calls of the session begin, if this one ends well. */
  workIn: string | undefined;
  /** The start by a clock that never jumps. */
  #since: number | undefined;
  #asked: Map<string, number> | undefined;

  start(now: number): void {
    this.startedAt = now;
    this.#since = performance.now();
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  /** How often a person was asked this before in the middle of the run. */
  timesAsked(question: string): number {
    this.#asked ??= new Map();
    const times = this.#asked.get(question) ?? 0;
    this.#asked.set(question, times + 1);
    return times;
  }
}
