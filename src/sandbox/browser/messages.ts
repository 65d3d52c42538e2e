import type { Failure } from '../../tool/error.ts';
import type { PageRequest, ServedFile } from './port.ts';

/** What the thread with the browser begins with. */
export interface ThreadStart {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real path of the workspace: nothing in it is run. */
  readonly root: string;
  /** A folder of its own. */
  readonly home: string;
  /** Milliseconds to start. */
  readonly time: number;
}

/** A picture as the thread is asked for it. */
export interface PageOrder extends Pick<PageRequest, 'width' | 'height' | 'fullPage' | 'format' | 'time' | 'loadTime'> {
  readonly id: number;
  readonly url: string;
  readonly proxy: { readonly server: string; readonly username: string; readonly password: string };
}

export type ToThread =
  | { readonly take: PageOrder }
  /** Nobody waits for it any longer. */
  | { readonly drop: number }
  | { readonly file: ServedFile | undefined; readonly of: number };

/** What a page came to. */
export interface ShownPage {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly status: number | undefined;
  readonly cutBelow: number;
  readonly stillLoading: boolean;
}

export type FromThread =
  | { readonly opened: { readonly walled: boolean } }
  | { readonly notOpened: Failure }
  | { readonly id: number; readonly says: string }
  /** A file of the workspace is asked for; the answer has the same number. */
  | { readonly id: number; readonly wants: string; readonly of: number }
  | { readonly id: number; readonly shown: ShownPage }
  /** `asked` is what was asked for last. */
  | { readonly id: number; readonly failure: Failure; readonly asked: string };
