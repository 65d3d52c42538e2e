import { plainText } from '../edit/typography.ts';
import { indentOf, trimBoth, withoutSpace } from '../edit/white-space.ts';

/**
 * A line of context as it is compared when it is not written: spaces within it, the kind of its quotes, the case of
 * its letters and a comma or semicolon at its end aside. Its indentation counts.
 */
export function looseLine(line: string): string {
  const body = withoutSpace(plainText(trimBoth(line))).replace(/["`]/g, "'");
  return indentOf(line) + body.replace(/(?<=.)[;,]$/, '').toLowerCase();
}
