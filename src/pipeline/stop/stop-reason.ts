/** The reason for which a signal has fired: a person, or a program in their name, has stopped its owner. */
export class PersonStop {
  readonly by: string;

  constructor(by: string) {
    this.by = by;
  }
}

/** The name of whoever has fired the signal; undefined where nobody has, or nobody has said so. */
export const stoppedBy = ({ reason }: { readonly reason: unknown }): string | undefined =>
  reason instanceof PersonStop ? reason.by : undefined;
