import { applyEdits } from '../../../src/packs/filesystem/place-text/apply-edits.ts';

/** What stands in a file, what a model sends, and what comes of it. */
export interface SentCase {
  readonly title: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  /** Undefined where nothing may be written; else what the file holds afterwards. */
  readonly result?: string;
  readonly path?: string;
  readonly all?: boolean;
}

/** What the file holds after the edit; throws where it is refused. */
export function sendCase({ file, old, new: wanted, path = 'a.js', all = false }: SentCase): string {
  const { bytes } = applyEdits(Buffer.from(file), [{ old_text: old, new_text: wanted, replace_all: all }], { path });
  return Buffer.from(bytes).toString();
}
