import type { FileView } from './file-view.ts';
import { splitFor } from './lines.ts';
import { hunkOf, locateText, withoutEdges } from './locate-text.ts';
import { isMiss, type Miss, type Placed } from './place-lines.ts';
import { placeLiterally } from './place-literally.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { spoiltNew } from './undecorate/spoilt-new.ts';

/** One replacement that a model asks for. */
export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  /** Every match of the first reading that has any, instead of the one there must be. */
  readonly replace_all?: boolean;
}

/** Finds the one place an edit means, by its characters and then by its lines; what shows that the new text is spoilt refuses it. */
export function locateEdit(view: FileView, edit: Edit, path: string): readonly Placed[] | Miss {
  const all = edit.replace_all ?? false;
  const whole = { old: splitFor(view.file, edit.old_text), new: splitFor(view.file, edit.new_text) };
  const pair = withoutEdges(whole);
  const exact = placeLiterally(view, whole, { reading: 'exact', all });
  const found = exact ?? locateText(view, { pair, lines: hunkOf(pair), compared: true, all });
  if (isMiss(found)) return found;
  const { reading } = found[0]!;
  const unspoilt = /escaped|numbers|diff/.test(reading) || found.some(each => each.inLine);
  const why = leftOut(view, found, path) ?? (unspoilt ? undefined : spoiltNew(view, exact ? whole : pair));
  return why === undefined ? found : { miss: 'refused', reading, lines: [], why };
}

/** A placeholder that shows only once decorations are off. */
function leftOut({ file }: FileView, found: readonly Placed[], path: string): string | undefined {
  for (const { start, end, text } of found.flatMap(each => each.splices)) {
    const placeholder = findPlaceholder(splitFor(file, file.text.slice(start, end)), splitFor(file, text), path);
    if (placeholder) return `new_text leaves code out (${JSON.stringify(placeholder.text)}); write all of it`;
  }
  return undefined;
}
