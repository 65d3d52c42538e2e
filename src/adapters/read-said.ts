/** What a model's reply holds may be anything; these look at it without trust. */
export const isSaidRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isSaidRecord(value) ? value : {});

export const readSaidText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const readSaidList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
