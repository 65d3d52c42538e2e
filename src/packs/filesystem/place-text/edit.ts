/** One replacement that a model asks for. */
export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  /** Every match of the first reading that has any, instead of the one there must be. */
  readonly replace_all?: boolean;
}

/** What became of one edit of several, or what would have if the others could be made too. */
export interface EditStatus {
  /** Counted from 1. */
  readonly edit: number;
  readonly status: 'matched' | 'not_found' | 'ambiguous' | 'already_applied' | 'refused' | 'invalid';
  /** `exact`, or in words what had to be looked over. */
  readonly matched?: string;
  readonly replacements?: number;
  /** Counted from 1, both included; in the new file once it is made, before that in the old one. */
  readonly lines?: readonly { readonly from: number; readonly to: number }[];
}

export interface EditResult {
  readonly bytes: Uint8Array;
  readonly statuses: readonly EditStatus[];
  /** Numbered lines around each change, twenty at most. */
  readonly excerpt: string;
  readonly warnings: readonly string[];
}

export interface ApplyEditsOptions {
  /** For messages, and to know what three dots mean in such a file. */
  readonly path: string;
  /** The content as the model last read it, where that is known. Only explains a failure. */
  readonly changedSinceRead?: Uint8Array;
}
