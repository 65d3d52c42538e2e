import { z } from 'zod';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { EventRow } from '../../store/port.ts';
import type { OutputPage } from '../api.ts';
import { resourceNotFound } from '../refusal.ts';

export const outputQuery = z.strictObject({
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_048_576).default(65_536),
});

type Query = z.output<typeof outputQuery>;

/** A piece that a call printed: which event has it, and where it stands. */
type Piece = { readonly seq: number; readonly at: number; readonly length: number };

/** The most calls whose pieces are remembered, and the most events that are read at a time. */
const KEPT = 50;
const STEP = 500;

/** The output of calls, by pages. The places of the pieces are remembered, so that a page costs only its own text. */
export function createOutputs({ store, activity }: Toolgate) {
  const known = new Map<string, { readonly pieces: Piece[]; read: number }>();

  async function findPieces(callID: string): Promise<readonly Piece[]> {
    const found = known.get(callID) ?? { pieces: [], read: 0 };
    known.delete(callID);
    known.set(callID, found);
    for (const oldest of known.keys().take(Math.max(0, known.size - KEPT))) known.delete(oldest);
    for (;;) {
      const rows = await chunks(callID, found.read, STEP);
      for (const row of rows) {
        // Another request may have read these rows meanwhile.
        if (row.seq <= found.read) continue;
        found.read = row.seq;
        const last = found.pieces.at(-1);
        const at = Number(row.data.at ?? (last ? last.at + last.length : 0));
        found.pieces.push({ seq: row.seq, at, length: textOf(row).length });
      }
      if (rows.length < STEP) return found.pieces;
    }
  }

  const chunks = (callID: string, after: number, limit: number): Promise<readonly EventRow[]> =>
    store.events.since(after, { callID, type: 'tool_output_chunk', limit });

  /** The pieces that are still there: the oldest may have been pruned. */
  async function keptOf(callID: string, pieces: readonly Piece[]): Promise<readonly Piece[]> {
    const [oldest] = await chunks(callID, 0, 1);
    return oldest && oldest.seq === pieces[0]?.seq ? pieces : pieces.filter(({ seq }) => oldest && seq >= oldest.seq);
  }

  /** The text from a character on, up to the next place where some is missing. */
  async function readPieces(callID: string, pieces: readonly Piece[], { from, limit }: Query) {
    const first = pieces.findIndex(({ at, length }) => at + length > from);
    if (first < 0) return { text: '', from, next: from, missing: [] };
    const start = Math.max(from, pieces[first]!.at);
    const missing = start > from ? [{ at: from, characters: start - from }] : [];
    let text = '';
    for (let index = first; text.length < limit && index < pieces.length; ) {
      const rows = await chunks(callID, pieces[index]!.seq - 1, Math.min(pieces.length - index, 64));
      for (const row of rows) {
        const piece = pieces[index];
        const place = start + text.length;
        if (!piece || piece.seq !== row.seq || piece.at > place || text.length >= limit)
          return pageOf(text.slice(0, limit));
        text += textOf(row).slice(place - piece.at);
        index++;
      }
      // The rest of the pieces was pruned while they were read.
      if (rows.length === 0) break;
    }
    return pageOf(text.slice(0, limit));

    function pageOf(shown: string) {
      return { text: shown, from, next: start + shown.length, missing };
    }
  }

  return async function showOutput(id: string, query: Query): Promise<OutputPage> {
    const row = await store.calls.get(id);
    if (!row) throw resourceNotFound('call', id);
    // The events of this process that still wait are written first.
    await activity.flush();
    const running = row.status !== 'settled';
    const pieces = await findPieces(id);
    const last = pieces.at(-1);
    if (last) {
      const length = last.at + last.length;
      const kept = await keptOf(id, pieces);
      const page = kept.length === 0 ? allMissing(query.from, length) : await readPieces(id, kept, query);
      return { ...page, length, running };
    }
    const [end] = running ? [] : await store.events.since(0, { callID: id, type: 'tool_call_end', limit: 1 });
    return { ...pageOfResult(end, query), running };
  };
}

const textOf = ({ data }: EventRow): string => (data.cut ? '' : String(data.chunk ?? ''));

const allMissing = (from: number, length: number) => ({
  text: '',
  from,
  next: Math.max(from, length),
  missing: length > from ? [{ at: from, characters: length - from }] : [],
});

const SHORTENED = /… \((\d+) characters\)$/;

/** The output of a result; a long one is not whole in the records. */
function pageOfResult(end: EventRow | undefined, { from, limit }: Query): Omit<OutputPage, 'running'> {
  const output = String((end?.data.result as { output?: unknown } | undefined)?.output ?? '');
  const whole = Number(SHORTENED.exec(output)?.[1] ?? output.length);
  const kept = whole > output.length ? output.replace(SHORTENED, '') : output;
  if (from >= kept.length && whole > from && kept.length < whole) return { ...allMissing(from, whole), length: whole };
  const text = kept.slice(from, from + limit);
  return { text, from, next: Math.min(from, whole) + text.length, length: whole, missing: [] };
}
