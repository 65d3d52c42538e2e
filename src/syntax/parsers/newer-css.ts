/**
 * The text in older forms of the same length for each newer form that the grammar does not know, so that all places
 * stay the same: escapes in names, `5n - 3`, ranges in media queries, names of containers, addresses without quotes (a
 * dot in front of one, a name right behind), `url-prefix()`.
 */
export const inOlderCss = (text: string): string =>
  text
    .replace(/\\[^\n\r]/g, '__')
    .replace(
      /(:nth-[a-z-]{1,20}\()([^(){};]{1,200})\)/g,
      (_, name: string, formula: string) => `${name}${'1'.repeat(formula.length)})`,
    )
    .replace(/@(?:media|container|custom-media|supports|import)[^{};]{0,2000}/g, query =>
      query.replace(
        /\([^(){};]{0,500}[<>][^(){};]{0,500}\)/g,
        range => `(a:${'b'.repeat(Math.max(1, range.length - 4))})`,
      ),
    )
    .replace(
      /(@container\s{1,9})([a-z_-][\w-]{0,100})(?=\s{1,9}\()/gi,
      (_, rule: string, name: string) => rule + ' '.repeat(name.length),
    )
    .replace(/url\([^"'()\n]{0,2000}\)/gi, found => `"${'a'.repeat(found.length - 3)}" `)
    .replace(/url-prefix\(\)/g, found => ' '.repeat(found.length));
