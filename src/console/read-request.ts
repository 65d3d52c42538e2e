import type { Context } from 'hono';
import { z } from 'zod';
import { ApiRefusal } from './refusal.ts';

/** Bytes of one request: a file may be written in one call. */
const MOST_BODY = 16 * 2 ** 20;

/** The JSON of a request, checked; an unknown key is a mistake. */
export async function readJsonBody<T extends z.ZodType>(c: Context, shape: T): Promise<z.output<T>> {
  if (!/^application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiRefusal(415, 'INVALID_ARGUMENTS', { message: 'The content type must be application/json' });
  const text = await readText(c.req.raw.body);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiRefusal(400, 'INVALID_ARGUMENTS', { message: 'The body is no JSON' });
  }
  return check(shape, body);
}

/** Reads no more than a request may have, whatever it says of its length. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BODY)
      throw new ApiRefusal(413, 'TOO_LARGE', { message: `A request has at most ${MOST_BODY} bytes` });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The query: what stands after the question mark. */
export const readQuery = <T extends z.ZodType>(c: Context, shape: T): z.output<T> => check(shape, c.req.query());

function check<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const checked = shape.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const at = issue?.path.join('.');
  throw new ApiRefusal(400, 'INVALID_ARGUMENTS', { message: `${at ? `${at}: ` : ''}${issue?.message ?? 'not valid'}` });
}

export const person = { by: z.string().max(200).optional() };

/** A page of a list: so many, older than this one. */
export const paged = (most: number, usual: number) => ({
  before: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(most).default(usual),
});
