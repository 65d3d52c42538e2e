import type { Hunk } from '../place-text/hunk.ts';

export type PatchFile =
  | {
      readonly kind: 'add';
      readonly path: string;
      readonly patchLine: number;
      readonly content: string;
      readonly executable?: boolean;
    }
  | {
      readonly kind: 'delete';
      readonly path: string;
      readonly patchLine: number;
      /** What the patch says the file holds. */
      readonly expected?: readonly string[];
    }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly patchLine: number;
      readonly moveTo?: string;
      readonly hunks: readonly Hunk[];
    };
