import type { ReachTest } from '../proxy/proxy.ts';

/** A file that a page of the workspace loads. */
export type ServedFile = { readonly bytes: Uint8Array; readonly mediaType: string };

export type PageSource =
  | { readonly kind: 'host'; readonly url: string }
  | {
      readonly kind: 'file';
      /** The page's path, relative to the workspace. */
      readonly path: string;
      /** The rest of the address: `?query#part`, or nothing. */
      readonly rest: string;
      /** A file of the workspace by its path; undefined where there is none to be seen. */
      readonly serve: (path: string) => Promise<ServedFile | undefined>;
    };

export interface PageRequest {
  readonly source: PageSource;
  /** Pixels of the window. */
  readonly width: number;
  readonly height: number;
  /** Whether the picture is as high as the page, not as the window. */
  readonly fullPage: boolean;
  readonly format: 'png' | 'jpeg';
  /** Real path of the workspace: nothing in it is run. */
  readonly root: string;
  /** Whether a host may be reached; left out: none. */
  readonly mayReach?: ReachTest | undefined;
  /** Milliseconds for all of it, and for the page to load. */
  readonly time: number;
  readonly loadTime: number;
  readonly signal: AbortSignal;
  readonly onProgress: (says: string) => void;
}

export interface PagePicture {
  readonly bytes: Uint8Array;
  /** The address where it ended, after redirects. */
  readonly url: string;
  readonly status: number | undefined;
  /** Pixels that the page has and the picture does not. */
  readonly cutBelow: number;
  readonly stillLoading: boolean;
  /** Whether the browser's own walls were around the page. */
  readonly walled: boolean;
  /** Hosts that the page asked for and that are not allowed. */
  readonly refused: readonly string[];
}
