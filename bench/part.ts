import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contest, ContestResult, GrowthResult } from './contest.ts';
import { hold } from './contest.ts';

export interface PartOptions {
  readonly quick: boolean;
}

export interface PartResult {
  readonly contests: readonly ContestResult[];
  readonly growth?: readonly GrowthResult[];
  /** Numbers that are no times: bytes, counts. */
  readonly facts?: readonly { readonly what: string; readonly value: string }[];
}

export type Part = (options: PartOptions) => Promise<PartResult>;

/** Holds contests one after the other, each opened when its turn has come where it is a function, in a folder that is removed afterwards. */
export async function inFolder(
  options: PartOptions,
  open: (
    folder: string,
  ) => Promise<{ contests: readonly (Contest | (() => Promise<Contest>))[]; close?: () => unknown }>,
): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  try {
    const { contests, close } = await open(folder);
    try {
      const results: ContestResult[] = [];
      for (const each of contests) results.push(await hold(typeof each === 'function' ? await each() : each, options));
      return { contests: results };
    } finally {
      await close?.();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
