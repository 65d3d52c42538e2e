import { readFileSync } from 'node:fs';

/** One member of an interface, as its source says. */
interface Member {
  readonly name: string;
  /** The type, or the parameters and what comes back. */
  readonly type: string;
  readonly optional: boolean;
  readonly says: string;
}

/**
 * The members of an interface, read from its source: the formatter keeps each at two spaces, with its comment before it. A
 * member without a comment is refused, so that none is missing from the docs.
 */
export function readInterface(file: string, name: string): readonly Member[] {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const begin = source.search(new RegExp(`^(?:export )?interface ${name}\\b`, 'm'));
  if (begin < 0) throw new Error(`${file} has no interface ${name}`);
  const body = source.slice(source.indexOf('{\n', begin) + 2, source.indexOf('\n}', begin) + 1);
  return [...body.matchAll(MEMBER)].map(([, comment = '', key = '', mark = '', rest = '']) => {
    if (comment === '') throw new Error(`${key} of ${name} in ${file} has no comment to show in the docs`);
    const type = rest
      .replace(/^: /, '')
      .replace(/\/\*\*.*?\*\/\s*/gs, '')
      .replace(/\s+/g, ' ');
    return { name: key, type: tidy(type), optional: mark === '?', says: plain(comment) };
  });
}

/** A comment, then `readonly name?: type;` or `name(…): type;`, which may go on in lines that are indented further. */
const MEMBER =
  /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}(?:readonly )?(\w+)(\??)([:(<][\s\S]*?);$(?=\n {2}[\w/]|\n?$(?![\s\S]))/gm;

const plain = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').trim())
    .filter(line => line !== '')
    .join(' ');

const tidy = (type: string): string => type.replace(/\( /g, '(').replace(/,? \)/g, ')').trim();
