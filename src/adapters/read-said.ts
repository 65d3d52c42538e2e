/** What a model's reply holds may be anything; these look at it without trust. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
