/**
 * Characters that nobody sees: controls, marks of the terminal, zero widths, fillers, tags, and those that turn the
 * direction of what follows. A page could hide words in them.
 */
const UNSEEN =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Joiners that some scripts and emoji need, where they join nothing; marks that choose a look, where one is chosen. */
const NEEDLESS =
  /(?<=[\0-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?=[\0-\x7f])|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+/g;

export const cleanText = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNSEEN, '').replace(NEEDLESS, '');

/** One line of at most so many characters. */
export function oneLine(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
