import type { Info } from '../tool/define.ts';
import { ToolError } from '../tool/error.ts';
import { infoOf } from '../tool/from/from.ts';
import { showUnseen } from '../tool/text/unseen.ts';
import type { RegistryListeners } from './listeners.ts';
import type { RegisterOptions } from './registered.ts';
import type { LazySource, ToolSummary } from './types.ts';

type LoadedTool = { readonly info: Info; readonly options: RegisterOptions | undefined };

/** The name of a tool of the AI SDK, which has none of its own: the name that it was asked for by. */
const nameless = (found: object, asked: string): string | undefined =>
  (found as { name?: unknown }).name === undefined ? asked : undefined;

/** Sources of tools that are loaded when they are asked for. A source that fails takes nothing else along. */
export class LazySources {
  readonly #sources: LazySource[] = [];
  readonly #listeners: RegistryListeners;

  constructor(listeners: RegistryListeners) {
    this.#listeners = listeners;
  }

  add(source: LazySource): void {
    this.#sources.push(source);
  }

  all(): readonly LazySource[] {
    return this.#sources;
  }

  summaries(): readonly ToolSummary[] {
    return this.#sources.flatMap(source => {
      try {
        return source
          .summaries()
          .map(({ description, ...tool }) => ({ ...tool, description: showUnseen(description) }));
      } catch (error) {
        this.#failed('its list', error);
        return [];
      }
    });
  }

  /** Tools of sources that cannot say yet what they have. */
  absent(): readonly ToolSummary[] {
    return this.#sources.flatMap(source => source.absent?.() ?? []);
  }

  async ready(): Promise<void> {
    await Promise.allSettled(this.#sources.map(source => source.ready?.()));
  }

  /** The tool from the first source that knows the name. Throws when none does and one could not be asked. */
  async resolve(name: string): Promise<LoadedTool | undefined> {
    let failure: ToolError | undefined;
    for (const { resolve, options } of this.#sources) {
      let info: Info | null | undefined;
      try {
        const found = await resolve(name);
        info = found && infoOf(found, { name: nameless(found, name) });
      } catch (error) {
        failure ??= this.#failed(name, error);
      }
      if (!info) continue;
      if (info.id !== name) throw new ToolError('UNKNOWN_TOOL', `The resolver gave ${info.id} for ${name}`);
      return { info, options };
    }
    if (failure) throw failure;
    return undefined;
  }

  #failed(tool: string, error: unknown): ToolError {
    const why = error instanceof Error ? error.message : String(error);
    const message = `A source of tools failed when it was asked for ${tool}: ${why}`;
    const failure = this.#listeners.report(tool, new ToolError('EXECUTION_ERROR', message, { retryable: true }));
    // Some errors say best themselves what is to be done.
    return error instanceof ToolError && error.suggestion !== undefined ? error : failure;
  }
}
