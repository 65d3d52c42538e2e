import { joinKey, type Shape } from '../shape.ts';

/** Where a schema stands: its path in the arguments, how deep, and the types that what is around it leaves open. */
export interface SchemaPlace {
  readonly path: string;
  readonly depth: number;
  readonly types?: readonly string[];
}

/** What the parts of the reader share. */
export interface Reader {
  read(node: unknown, place: SchemaPlace): Shape;
  lose(path: string, keyword: string, says: string): void;
  /** Both at once; of a reference, what it points to. */
  both(a: Shape, b: Shape, path: string): Shape;
}

/** The place of a property, or of an item as `[]`. */
export function childPlace(place: SchemaPlace, key: string): SchemaPlace {
  return { path: key === '[]' ? `${place.path}[]` : joinKey(place.path, key), depth: place.depth };
}
