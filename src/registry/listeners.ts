import type { RegistryEvent } from './types.ts';

type RegistryListener = (event: RegistryEvent) => void;

/** Those who are told what happens in a registry. A listener's failure is its own. */
export class RegistryListeners {
  readonly #listeners = new Set<RegistryListener>();

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

  report(tool: string, message: string): void {
    this.emit({ type: 'error', tool, message });
  }
}
