type Argument = 'text' | 'texts' | 'number' | 'flag' | 'object' | 'objects';

/** A tool as its author, or the user of its server, would declare it from its description alone. */
export interface Declared {
  readonly description: string;
  /** `?` at the end of a name: it may be left out. */
  readonly args: Readonly<Record<string, Argument>>;
  /** It only looks. */
  readonly looks?: true;
  readonly untrusted?: boolean | 'text';
  readonly private?: string;
  readonly targets?: readonly string[];
}

export type Tools = Readonly<Record<string, Declared>>;
