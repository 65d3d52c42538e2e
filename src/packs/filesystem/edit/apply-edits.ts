import { locateEdit } from './locate-edit.ts';
import { findPlaceholder } from './placeholders.ts';
import { FileView } from './readings.ts';
import { applySplices } from './splice.ts';
import { splitFor, splitText } from './text-lines.ts';
export function tryEdit(text: string, old: string, wanted: string, path = 'x.ts') {
  if (findPlaceholder(old.split('\n'), wanted.split('\n'), path)) return { miss: { miss: 'placeholder' } };
  const file = splitText(text);
  const view = new FileView(file);
  const r = locateEdit(
    view,
    { old, new: wanted },
    { old: splitFor(file, old), new: splitFor(file, wanted) },
    { all: false, path },
  );
  if ('miss' in r) return { miss: r };
  return { text: applySplices(text, r.splices), reading: r.reading };
}
