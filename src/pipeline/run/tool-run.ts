/** The run of a tool, all its attempts together. */
export class ToolRun {
  /** Undefined while the tool was not started. */
  startedAt: number | undefined;
  attempts = 0;
  /** Whoever keeps the work that it is a step of knows that it runs. */
  stepBegun = false;
  /** Where later calls of the session begin, if this one ends well. */
  workIn: string | undefined;
  /** By a clock that never jumps. */
  #since: number | undefined;
  #asked: Map<string, number> | undefined;

  start(now: number): void {
    this.startedAt = now;
    this.#since = performance.now();
  }

  /** Milliseconds since its start. */
  get elapsed(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  /** How often a person was asked this in the middle of it before. */
  timesAsked(question: string): number {
    this.#asked ??= new Map();
    const times = this.#asked.get(question) ?? 0;
    this.#asked.set(question, times + 1);
    return times;
  }
}
