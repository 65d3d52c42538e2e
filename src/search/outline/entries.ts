import type { CodeSymbol } from '../symbol.ts';
import { firstStems } from '../words/first-stems.ts';
import { joinIdentifier, stemsOf, stemsOfName } from '../words/words.ts';
import { toChunk } from './chunk-text.ts';
import { outline } from './outline.ts';

export interface IndexEntry extends Pick<CodeSymbol, 'name' | 'kind' | 'container' | 'line' | 'endLine' | 'local'> {
  readonly signature: string;
  readonly doc: string;
  readonly whole: string;
  readonly words: { readonly name: string; readonly doc: string; readonly place: string; readonly body: string };
  /** The hash of the text that an embedding model is shown. */
  readonly hash: string | undefined;
}

const MAX_BODY_WORDS = 250;
const MAX_DOC_WORDS = 150;
const MAX_DOC = 400;
const MAX_ENTRIES = 3_000;

export async function toIndexEntries(path: string, text: string, chunks: boolean): Promise<IndexEntry[]> {
  const place = [...new Set(stemsOf(path, { whole: false }))].join(' ');
  const symbols = await outline(path, text);
  return symbols.slice(0, MAX_ENTRIES).map(symbol => {
    const { name, kind, container, line, endLine, local, signature, doc, body } = symbol;
    return {
      name,
      kind,
      container,
      line,
      endLine,
      local,
      signature,
      doc: doc.slice(0, MAX_DOC),
      whole: joinIdentifier(name),
      words: {
        name: `${stemsOfName(name).join(' ')} ${joinIdentifier(name)}`,
        doc: firstStems(doc, MAX_DOC_WORDS).join(' '),
        // A path's words would be in every symbol of its file, and find nothing that the ranking does not.
        place: kind === 'file' || kind === 'text' || kind === 'section' ? place : stemsOf(container).join(' '),
        body: firstStems(`${signature} ${body}`, MAX_BODY_WORDS).join(' '),
      },
      hash: chunks ? toChunk(path, symbol)?.hash : undefined,
    };
  });
}
