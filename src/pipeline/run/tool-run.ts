export class ToolRun {
  /** The time of the start; undefined while the tool was not started. */
  startedAt: number | undefined;
  attempts = 0;
  printed = 0;
  /** Whether the keeper of the step that this run belongs to knows that it runs. */
  stepBegun = false;
  noted = 0;
  /** The folder where later calls of the session begin, if this run ends well. */
  workIn: string | undefined;
  /** The time of the start by a clock that never jumps. */
  #since: number | undefined;
  #tried: Set<string> | undefined;
  #asked: Map<string, number> | undefined;
  /** The number of people who are waited for, since when, and the time that earlier waits took. */
  #waits = 0;
  #waitsSince = 0;
  #waited = 0;

  start(now: number, since: number): void {
    this.startedAt = now;
    this.#since = since;
  }

  /** Hosts that a rehearsal asked for, in vain. */
  get tried(): Set<string> {
    this.#tried ??= new Set();
    return this.#tried;
  }

  /** Milliseconds since the start, without those that people were waited for. */
  get elapsed(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since - this.waited;
  }

  get waits(): number {
    return this.#waits;
  }

  /** Milliseconds that people were waited for. */
  get waited(): number {
    return this.#waited + (this.#waits === 0 ? 0 : performance.now() - this.#waitsSince);
  }

  /** Stops the count of time while a person is asked; the function returned ends the wait. */
  pause(): () => void {
    if (this.#waits++ === 0) this.#waitsSince = performance.now();
    return () => {
      if (--this.#waits === 0) this.#waited += performance.now() - this.#waitsSince;
    };
  }

  /** The number of times that a person was asked this question before in the middle of the run. */
  timesAsked(question: string): number {
    this.#asked ??= new Map();
    const times = this.#asked.get(question) ?? 0;
    this.#asked.set(question, times + 1);
    return times;
  }
}
