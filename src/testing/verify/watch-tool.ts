import { ERROR_CODES } from '../../tool/codes.ts';
import type { Definition, Info } from '../../tool/define.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';

type ThrownError = { readonly where: 'effects' | 'danger' | 'approval' | 'execute'; readonly error: unknown };

/** Stands between the gate and a tool, and remembers what the gate does not tell. The tool does as it would alone. */
export class WatchedTool {
  readonly info: Info;
  /** The errors of the tool's functions, as they were thrown. */
  readonly thrown: ThrownError[] = [];
  /** How often `execute` was called; a rehearsal counts. */
  runs = 0;
  /** Called when `execute` has begun and given its promise. */
  onRun: () => void = () => {};
  readonly #running = new Set<Promise<unknown>>();

  constructor({ id, definition }: Info) {
    this.info = {
      id,
      definition:
        typeof definition === 'function' ? async init => this.#watch(await definition(init)) : this.#watch(definition),
    };
  }

  reset(): void {
    this.thrown.length = 0;
    this.runs = 0;
    this.onRun = () => {};
  }

  /** Whether all runs that began have ended, at the latest after so many milliseconds. */
  async ended(milliseconds: number): Promise<boolean> {
    if (this.#running.size === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    const all = Promise.allSettled(this.#running).then(() => true);
    const ended = await Promise.race([all, limit]);
    clearTimeout(timer);
    return ended;
  }

  #watch(definition: Definition): Definition {
    const { effects, danger, approval, execute } = definition;
    return {
      ...definition,
      ...(effects ? { effects: (args, ctx) => this.#note('effects', () => effects(args, ctx)) } : {}),
      ...(typeof danger === 'function' ? { danger: (args, ctx) => this.#note('danger', () => danger(args, ctx)) } : {}),
      ...(typeof approval === 'function'
        ? { approval: (args, ctx) => this.#note('approval', () => approval(args, ctx)) }
        : {}),
      execute: (args, ctx) => {
        this.runs++;
        const made = this.#note('execute', () => execute.call(definition, args, ctx));
        if (made instanceof Promise) this.#follow(made);
        this.onRun();
        return made;
      },
    };
  }

  #note<T extends MaybePromise<unknown>>(where: ThrownError['where'], work: () => T): T {
    const note = (error: unknown): never => {
      this.thrown.push({ where, error });
      throw error;
    };
    try {
      const made = work();
      return (made instanceof Promise ? made.catch(note) : made) as T;
    } catch (error) {
      return note(error);
    }
  }

  #follow(run: Promise<unknown>): void {
    this.#running.add(run);
    const forget = () => void this.#running.delete(run);
    run.then(forget, forget);
  }
}

/** Whether an error has no code, and is no sign of an abort. */
export function isRaw(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error.name === 'AbortError') return false;
  return error.name !== 'ToolError' || !('code' in error) || !Object.hasOwn(ERROR_CODES, String(error.code));
}
