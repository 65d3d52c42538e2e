/** The reason why an edit or a hunk goes nowhere, thrown wherever that is seen. */
export class Miss extends Error {
  readonly kind: 'not_found' | 'ambiguous' | 'refused' | 'already_applied';
  /** The places in question, counted from 0. */
  readonly lines: readonly number[];
  /** The differences that were overlooked, or the readings that were tried. */
  readonly reading: string;

  constructor(kind: Miss['kind'], lines: readonly number[] = [], more: { why?: string; reading?: string } = {}) {
    super(more.why ?? '');
    this.kind = kind;
    this.lines = lines;
    this.reading = more.reading ?? '';
  }
}

export const refusePlace = (why: string, ...lines: number[]): never => {
  throw new Miss('refused', lines, { why });
};

/** The result of `find`, or the reason why it finds nothing. */
export function attempt<Found>(find: () => Found): Found | Miss {
  try {
    return find();
  } catch (error) {
    if (error instanceof Miss) return error;
    throw error;
  }
}
