import type { Toolgate } from '../../../src/index.ts';

/** A call as a model makes it. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** What the model is told of a call. */
export interface Told {
  readonly id: string;
  readonly text: string;
  /** Undefined where the protocol has no way to say so. */
  readonly failed: boolean | undefined;
  /** Base64 of each image. */
  readonly images: readonly string[];
}

export interface RoundOptions {
  readonly abort?: AbortSignal;
  /** What comes while the calls run, in the adapter's own way. */
  readonly onProgress?: (text: string) => void;
}

/** One adapter, driven as its framework does: a model makes calls, and is told what became of them. */
export interface Driver {
  readonly name: string;
  /** Cases that never reach the adapter, by their names: the framework itself answers. */
  readonly leavesOut?: readonly string[];
  round(gate: Toolgate, calls: readonly ModelCall[], options?: RoundOptions): Promise<readonly Told[]>;
}

export const base64Of = (url: string): string => url.slice(url.indexOf(',') + 1);
