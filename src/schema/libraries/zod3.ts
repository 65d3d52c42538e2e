/** The parts of a Zod 3 schema that are needed here. */
export interface Zod3 {
  readonly _def: { readonly typeName?: unknown; readonly [key: string]: unknown };
  readonly description?: string;
  isOptional?(): boolean;
}

export function zod3Of(value: unknown): Zod3 | undefined {
  if (typeof value !== 'object' || value === null || '_zod' in value || !('_def' in value)) return undefined;
  return typeof (value as Zod3)._def?.typeName === 'string' ? (value as Zod3) : undefined;
}
