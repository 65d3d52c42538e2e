import { mapTexts } from '../../tool/text/map-texts.ts';
import type { Standing } from '../call-states.ts';

/**
 * A result or an error of a tool that has run programs, without the values of private files that the call may not read:
 * the programs may have read them. The one place for all tools, whatever they make of the words of a program.
 */
export function hideUnshown<T>({ view, trail }: Pick<Standing, 'view' | 'trail'>, said: T): T {
  const secrets = view?.unshown;
  if (!secrets) return said;
  const shown = mapTexts(said, text => secrets.hide(text)) as T;
  if (secrets.found > 0 && !trail.notes.includes(MASKED)) trail.note(MASKED);
  return shown;
}

const MASKED = '[Values of private files are masked (***). To read one, name it: a person is asked.]';
