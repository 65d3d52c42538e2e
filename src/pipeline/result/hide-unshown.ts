import { mapTexts } from '../../tool/text/map-texts.ts';
import type { Standing } from '../call-states.ts';

/** A result or error of a tool, without the values of private files, which the programs it ran may have read. */
export function hideUnshown<T>({ view, trail }: Pick<Standing, 'view' | 'trail'>, said: T): T {
  const secrets = view?.unshown;
  if (!secrets) return said;
  const shown = mapTexts(said, text => secrets.hide(text)) as T;
  if (secrets.found > 0 && !trail.notes.includes(MASKED)) trail.note(MASKED);
  return shown;
}

const MASKED = '[Values of private files are masked (***). To read one, name it: a person is asked.]';
