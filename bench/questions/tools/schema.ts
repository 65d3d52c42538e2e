import { z } from 'zod';
import type { Declared } from './declared.ts';

const KINDS = {
  text: () => z.string(),
  texts: () => z.array(z.string()),
  number: () => z.number(),
  flag: () => z.boolean(),
  object: () => z.record(z.string(), z.unknown()),
  objects: () => z.array(z.record(z.string(), z.unknown())),
} as const;

export function schemaOf({ args }: Declared) {
  const shape = Object.entries(args).map(([name, kind]) => {
    const own = KINDS[kind]();
    return name.endsWith('?') ? [name.slice(0, -1), own.optional()] : [name, own];
  });
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodType>);
}
