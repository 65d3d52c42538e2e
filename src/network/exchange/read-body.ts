import type { IncomingMessage } from 'node:http';
import { Duplex, pipeline, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type RequestPlace, requestFailed, transferTooLarge } from '../failures.ts';

/** Encodings that we ask for, and all that are decoded. */
export const ENCODINGS = 'gzip, deflate, br';

/** The most encodings on top of each other; nobody honest stacks more. */
const MAX_STACKED = 2;

function countBytes(place: RequestPlace, limit: number): Transform {
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length;
      if (count > limit) done(transferTooLarge(place, 'the body is', limit));
      else done(null, chunk);
    },
  });
}

type Decoder = (first: Buffer) => Duplex;

/** Inflates `deflate`, which some servers send without its frame; the first byte tells. */
const inflateEither: Decoder = first => ((first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw());

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', inflateEither],
  ['br', () => createBrotliDecompress()],
]);

/** Unpacks once there is a first byte: an empty body may say that it is packed, and is not. */
function unpack(decoder: Decoder): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    async function* all(): AsyncGenerator<Buffer> {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => chunks };
    }
    yield* pipeline(all, decoder(first.value), () => undefined);
  });
}

function toDecoders(message: IncomingMessage, place: RequestPlace): readonly Decoder[] {
  const names = (message.headers['content-encoding'] ?? '').toLowerCase().split(',');
  const encodings = names.map(name => name.trim()).filter(name => name !== '' && name !== 'identity');
  if (encodings.length > MAX_STACKED) throw requestFailed(place, 'the body is encoded too often');
  const decoders = encodings.map(name => DECODERS.get(name));
  // An encoding that we did not ask for and do not know goes on as it is, and its header still says so.
  return decoders.every(decoder => decoder !== undefined) ? decoders.reverse() : [];
}

/** The body, decoded; the bytes before and after decoding are both counted. */
export function openBody(
  message: IncomingMessage,
  place: RequestPlace,
  limit: number,
): { decoded: boolean; chunks: Readable } {
  if (Number(message.headers['content-length'] ?? 0) > limit) throw transferTooLarge(place, 'the body is', limit);
  const decoders = toDecoders(message, place);
  const steps = decoders.flatMap(decoder => [unpack(decoder), countBytes(place, limit)]);
  const last = steps.at(-1) ?? countBytes(place, limit);
  const streams = [message, ...(steps.length === 0 ? [last] : [countBytes(place, limit), ...steps])];
  pipeline(streams, () => undefined);
  // Errors are told to whoever reads; nobody may be reading yet.
  last.on('error', () => undefined);
  return { decoded: decoders.length > 0, chunks: last };
}
