import type { MaybePromise } from '../../tool/maybe-promise.ts';

export interface FilesystemServices {
  /** Outputs that were too long to give whole; `read_file` pages them as `output:CALLID`. */
  readonly outputs?: { read(callID: string): MaybePromise<Uint8Array | undefined> };
}
