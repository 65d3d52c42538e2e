import { isRecord } from '../schema/json.ts';

/** A model's reply may hold anything; these functions look at it without trust. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const readSaidText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const readSaidList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
