import { joinKey, type Shape } from '../shape.ts';

/** The place of a schema: its path in the arguments, its depth, and the types that the schemas around it leave open. */
export interface SchemaPlace {
  readonly path: string;
  readonly depth: number;
  readonly types?: readonly string[];
}

export interface Reader {
  read(node: unknown, place: SchemaPlace): Shape;
  lose(path: string, keyword: string, says: string): void;
  /** The shape of values that fit both; a reference counts as its target. */
  both(a: Shape, b: Shape, path: string): Shape;
}

/** The place of a property, or of an item as `[]`. */
export function childPlace(place: SchemaPlace, key: string): SchemaPlace {
  return { path: key === '[]' ? `${place.path}[]` : joinKey(place.path, key), depth: place.depth };
}
