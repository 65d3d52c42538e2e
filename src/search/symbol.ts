type DefinitionKind = 'function' | 'method' | 'class' | 'interface' | 'type' | 'enum' | 'constant' | 'module';

/** The kind: `section` is a heading in a document, `file` the file as a whole, `text` a stretch of something else. */
export type SymbolKind = DefinitionKind | 'section' | 'file' | 'text';

/** One thing that can be found: a definition, a section, a stretch of text. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  /** Line numbers begin with 1. */
  readonly line: number;
  readonly endLine: number;
  /** Whether the symbol lies within a function, and is of use to few. */
  readonly local: boolean;
  /** The head of the definition, in one line. */
  readonly signature: string;
  readonly doc: string;
  /** The rest of the symbol's text, without the text of symbols inside it. */
  readonly body: string;
}
