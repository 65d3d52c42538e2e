import { type Failure, type ToolError, toFailure } from '../tool/error.ts';
import type { RegistryEvent, ReportedCall } from './types.ts';

type RegistryListener = (event: RegistryEvent) => void;

/** The listeners of a registry. A listener's failure is its own. */
export class RegistryListeners {
  readonly #listeners = new Set<RegistryListener>();
  above: RegistryListeners | undefined;

  add(listener: RegistryListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: RegistryEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // The registry goes on.
      }
    }
  }

  /** Reports the outcome of a call, here or with an agent below. */
  reportCall(tool: string, call: ReportedCall, error: Failure | undefined): void {
    if (this.#listeners.size > 0) {
      const { callID, sessionID, agent } = call;
      this.emit({ type: 'execute', tool, ok: !error, callID, sessionID, agent });
      if (error) this.emit({ type: 'error', tool, error, callID, sessionID, agent });
    }
    this.above?.reportCall(tool, call, error);
  }

  report(tool: string, error: ToolError): ToolError {
    this.emit({ type: 'error', tool, error: toFailure(error) });
    return error;
  }
}
