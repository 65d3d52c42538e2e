import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import type { Secrets } from '../../tool/files.ts';
import { hidePatches } from '../../tool/text/hide-patches.ts';
import { createPrivateValues, type PrivateValues } from '../../tool/text/private-values.ts';
import { NameIndex } from './name-index.ts';

/** The most private files whose values are looked for, and the most bytes of each. */
const MOST_FILES = 64;
const MOST_BYTES = 256 * 1024;

export interface SecretsOptions {
  /** Whether a name is private at all; the same function for the same policy. */
  readonly isPrivate: (absolute: string) => boolean;
  /** Whether the call was allowed to read a path. */
  readonly isAllowed: (absolute: string) => boolean;
  /** Hears that a value of a private file was about to be shown. */
  readonly onFound: () => void;
}

const indexes = new WeakMap<SecretsOptions['isPrivate'], NameIndex>();
const contents = new Map<string, { readonly stamp: string; readonly text: string }>();

const NONE: SecretsOptions = { isPrivate: () => false, isAllowed: () => true, onFound: () => {} };

/** The private files that a call was not allowed to read, as they are now. */
export function findSecrets(root: string, { isPrivate, isAllowed, onFound }: SecretsOptions = NONE): Secrets {
  const index = indexes.get(isPrivate) ?? new NameIndex(root, isPrivate);
  indexes.set(isPrivate, index);
  // At the end of a link, too: under a private name each file is private.
  const leadsToFile = (path: string) => tryOr(() => statSync(path).isFile(), false);
  const paths = index.find().filter(path => !isAllowed(path) && leadsToFile(path));
  const isSecret = (path: string) => isPrivate(join(root, path)) && !isAllowed(join(root, path));
  let values: PrivateValues | undefined;
  let count = 0;
  return {
    paths,
    get found() {
      return count;
    },
    hide(text) {
      values ??= createPrivateValues(paths.slice(0, MOST_FILES).map(path => tryOr(() => contentOf(path), '')));
      const patched = hidePatches(text, isSecret);
      const hidden = values.hide(patched.text);
      const found = patched.found + hidden.found;
      if (found > 0) onFound();
      count += found;
      return hidden.text;
    },
  };
}

function contentOf(path: string): string {
  const stats = statSync(path, { bigint: true });
  if (!stats.isFile() || stats.size > MOST_BYTES) return '';
  const stamp = `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  const known = contents.get(path);
  if (known?.stamp === stamp) return known.text;
  const text = readFileSync(path, 'utf8');
  if (contents.size >= 2 * MOST_FILES) contents.clear();
  contents.set(path, { stamp, text });
  return text;
}
