import { isRecord } from '../json.ts';
import { isStandard } from './standard.ts';
import { isZod } from './zod-guide.ts';
import { zod3Of } from './zod3.ts';

const ZOD_4 = "use Zod 4: `npm install zod@4`, or import { z } from 'zod/v4' where zod 3.25 is installed";

/** The reason why no model can be shown a schema, with what to do about it; undefined where one can. */
export function unusableSchema(schema: object): string | undefined {
  if (zod3Of(schema)) return `it is a schema of Zod 3, which gives no JSON Schema; ${ZOD_4}`;
  if (isZod(schema)) return oldMember((schema._zod.def as { shape?: unknown }).shape);
  if (isStandard(schema)) {
    const { vendor, jsonSchema } = schema['~standard'];
    if (jsonSchema) return undefined;
    return `the ${vendor} schema gives no JSON Schema; use a version of ${vendor} that does, or give plain JSON Schema`;
  }
  const { properties } = schema as { properties?: unknown };
  const parts = [schema, properties].flatMap(each => (isRecord(each) ? Object.values(each) : []));
  const holdsZod = parts.filter(isRecord).some(part => isZod(part) || zod3Of(part) !== undefined);
  return holdsZod ? 'it holds schemas of Zod and is none itself; put them into z.object({ … }) of Zod 4' : undefined;
}

/** A member of an older Zod: schemas of two versions do not mix. */
function oldMember(shape: unknown): string | undefined {
  if (!isRecord(shape)) return undefined;
  const old = Object.keys(shape).find(key => zod3Of(shape[key]) !== undefined);
  return old === undefined ? undefined : `its ${JSON.stringify(old)} is a schema of Zod 3; ${ZOD_4}`;
}
