import type { Failure } from '../../tool/error.ts';
import type { PageRequest, ServedFile } from './port.ts';

/** The start of the thread with the browser. */
export interface ThreadStart {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real path of the workspace: nothing in it is run. */
  readonly root: string;
  readonly home: string;
  /** Milliseconds to start. */
  readonly time: number;
}

/** An order for a picture, as the thread gets it. */
export interface PageOrder extends Pick<PageRequest, 'width' | 'height' | 'fullPage' | 'format' | 'time' | 'loadTime'> {
  readonly id: number;
  readonly url: string;
  readonly proxy: { readonly server: string; readonly username: string; readonly password: string };
}

export type ToThread =
  | { readonly take: PageOrder }
  /** The number of a picture that nobody waits for any longer. */
  | { readonly drop: number }
  | { readonly file: ServedFile | undefined; readonly of: number };

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
  /** A file of the workspace that is asked for; the answer has the same number. */
  | { readonly id: number; readonly wants: string; readonly of: number }
  | { readonly id: number; readonly shown: ShownPage }
  /** A failure; `asked` is the address that was asked for last. */
  | { readonly id: number; readonly failure: Failure; readonly asked: string };
