/** Why a signal has fired: a person, or a program in their name, has stopped what it belongs to. */
export class PersonStop {
  readonly by: string;

  constructor(by: string) {
    this.by = by;
  }
}

/** Who has stopped it; undefined where nobody has, or nobody has said so. */
export const stoppedBy = ({ reason }: { readonly reason: unknown }): string | undefined =>
  reason instanceof PersonStop ? reason.by : undefined;
