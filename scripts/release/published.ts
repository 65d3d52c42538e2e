/** Docs that say how to come by the package. */
export const HAVING = ['README.md', 'docs/get-started.md', 'docs/hosts.md'] as const;

const EITHER = /^<!-- until it is on npm -->\n[\s\S]*?^<!-- once it is on npm:\n([\s\S]*?)^-->\n/gm;

/** A page as it is once the package is on npm: what holds only until then makes room for what stands in wait. */
export function toPublished(text: string): string {
  const published = text.replace(EITHER, (_, later: string) => later);
  if (/on npm(?: yet|:| -->)/.test(published))
    throw new Error('A part that holds until it is on npm has no other to follow it');
  return published;
}
