import type { CodeIndexOptions } from '../../search/open-code-index.ts';
import type { CodeIndex } from '../../search/port.ts';

/** Shares the index of the code among all agents; nothing of it is loaded before it is asked for. */
export function shareIndex(options: CodeIndexOptions): { open(): Promise<CodeIndex>; close(): Promise<void> } {
  let index: Promise<CodeIndex> | undefined;
  return {
    open() {
      index ??= import('../../search/open-code-index.ts').then(({ openCodeIndex }) => openCodeIndex(options));
      return index;
    },
    async close() {
      await (await index?.catch(() => undefined))?.close();
    },
  };
}
