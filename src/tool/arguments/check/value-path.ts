import { shown } from '../../../schema/words/shown.ts';
import { mask } from '../../text/mask.ts';

export type Path = readonly (string | number)[];

/** `edits.0.path`; a key with a dot in it stands in brackets. */
export function dotted(path: Path): string {
  let out = '';
  for (const key of path) {
    const plain = typeof key === 'number' || /^[^.[\]"]+$/.test(key);
    out += plain ? `${out === '' ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`;
  }
  return out;
}

/** The value found at a path as one short line: secrets masked, by the name of the key too. */
export function showValueAt(path: Path, value: unknown): string {
  const key = path.findLast(each => typeof each === 'string') ?? 'value';
  return shown(Object.values(mask({ [key]: value }, 200) as object)[0]);
}
