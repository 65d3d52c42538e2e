import type { SyntaxFailure } from '../syntax/checker.ts';

let told = false;

/** Tells that the library was bundled without the files beside it: it would check no syntax, and nobody would know. */
export function tellMissingThreads({ message }: Pick<SyntaxFailure, 'message'>): void {
  if (told || !/Cannot find (?:module|package)|ENOENT/.test(message)) return;
  told = true;
  process.emitWarning(
    `Toolgate checks no syntax: ${message}. A bundle must leave toolgate out; see docs/bundling.md.`,
    { code: 'TOOLGATE_BUNDLED' },
  );
}
