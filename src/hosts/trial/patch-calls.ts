import type { StubCall } from './protocols/protocol.ts';

/** Calls of `apply_patch`, which several hosts give to models of OpenAI: its input is free text. */
export const patchWrites = (path: string, content: string): StubCall =>
  patch(
    `*** Add File: ${path}`,
    ...content
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`),
  );

export const patchEdits = (path: string, line: string, other: string): StubCall =>
  patch(`*** Update File: ${path}`, '@@', `-${line}`, `+${other}`);

const patch = (...lines: readonly string[]): StubCall => ({
  tool: 'apply_patch',
  args: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'),
});
