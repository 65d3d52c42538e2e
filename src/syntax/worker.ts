import { parentPort } from 'node:worker_threads';
import { findSyntaxProblems, type TextChange } from './find-syntax-problems.ts';
import type { SyntaxProblem } from './problem.ts';

export type SyntaxAnswer = { readonly problems: readonly SyntaxProblem[] } | { readonly failure: string };

async function answer(change: TextChange): Promise<SyntaxAnswer> {
  try {
    return { problems: await findSyntaxProblems(change) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (change: TextChange) => parentPort?.postMessage(await answer(change)));
