/** A text on its way through the reader. */
export interface SourceText {
  readonly text: string;
  /** Whether mistakes with one meaning are read, too. */
  readonly loose: boolean;
  /** Something stood there that only Python has: True, None, a tuple. */
  pythonic: boolean;
  at: number;
}

/** Where a text stopped making sense. */
export class ReadStop {
  readonly at: number;
  readonly wanted: string;
  constructor(at: number, wanted: string) {
    this.at = at;
    this.wanted = wanted;
  }
}

/** A `#` begins a comment only between blanks: `[#12] title` is text. */
const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|(?<![^\s,[{])#[ \t][^\n\r]*/y;

const JSON_BLANK = /[ \t\n\r]/;
const BLANK = /\s/;

/** Skips blanks, and comments where they are read. */
export function skipSpace(source: SourceText): void {
  for (;;) {
    const blank = source.loose ? BLANK : JSON_BLANK;
    while (blank.test(source.text[source.at] ?? '.')) source.at++;
    if (!source.loose) return;
    COMMENT.lastIndex = source.at;
    const comment = COMMENT.exec(source.text)?.[0];
    if (comment === undefined) break;
    source.at += comment.length;
  }
  if (source.text.startsWith('/*', source.at)) throw new ReadStop(source.text.length, 'the end of the comment');
}
