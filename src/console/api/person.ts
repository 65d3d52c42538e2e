/** The name by which the person of a request goes in the records, in every POST; `console` where nothing is said. */
export interface Person {
  readonly by?: string;
}
