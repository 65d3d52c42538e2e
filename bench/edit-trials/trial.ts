/** What became of one call. */
export type Fate = 'right' | 'refused' | 'wrong content' | 'wrong indentation' | 'wrongly placed';

export interface Row {
  readonly sort: 'decidable' | 'plausible' | 'refusal';
  readonly kind: string;
  readonly fates: Map<Fate, number>;
}

/** Counts fates by kind, and keeps what is worth a look. */
export class Tally {
  readonly rows = new Map<string, Row>();
  readonly shown: string[] = [];
  private readonly wanted: RegExp | undefined;

  constructor(wanted?: RegExp) {
    this.wanted = wanted;
  }

  add(sort: Row['sort'], kind: string, { fate, detail }: { fate: Fate; detail: () => string }) {
    const key = `${sort} ${kind}`;
    const row = this.rows.get(key) ?? { sort, kind, fates: new Map() };
    this.rows.set(key, row);
    row.fates.set(fate, (row.fates.get(fate) ?? 0) + 1);
    if (this.wanted?.test(`${key}: ${fate}`)) this.shown.push(`=== ${key}: ${fate}\n${detail()}`);
  }
}

const bare = (text: string) => text.replace(/[\s\u00A0]+/g, '');

/** What was written beside what was to be. */
export function fateOf(written: Uint8Array, wanted: Uint8Array): Fate {
  if (Buffer.compare(written, wanted) === 0) return 'right';
  const [is, was] = [Buffer.from(written).toString('latin1'), Buffer.from(wanted).toString('latin1')];
  return bare(is) === bare(was) ? 'wrong indentation' : 'wrong content';
}
