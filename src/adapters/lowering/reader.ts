import { below, type Shape } from './shape.ts';

/** Where a schema stands: its path in the arguments, how deep, and the types that what is around it leaves open. */
export interface Place {
  readonly path: string;
  readonly depth: number;
  readonly types?: readonly string[];
}

/** What the parts of the reader share. */
export interface Reader {
  read(node: unknown, place: Place): Shape;
  lose(path: string, keyword: string, says: string): void;
  /** Both at once; of a reference, what it points to. */
  both(a: Shape, b: Shape, path: string): Shape;
}

/** Of a property, or of an item as `[]`. */
export function childPlace(place: Place, key: string): Place {
  return { path: key === '[]' ? `${place.path}[]` : below(place.path, key), depth: place.depth };
}
