/** Whoever does something goes by this name in the records; `console` where nothing is said. In every POST. */
export interface Person {
  readonly by?: string;
}
