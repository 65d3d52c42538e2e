import { createHash } from 'node:crypto';
import type { Toolgate } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { readSaidList } from '../read-said.ts';

/** The notes on a call, for the graph may be stopped in the middle of its round, and go on in another process. */
export interface Note {
  readonly call: string;
  readonly step: string;
  /** Digests of the questions about the call that a person was shown, the last one perhaps without an answer yet. */
  asked: readonly string[];
  /** When the gate was given the call, and which of our runs gave it. */
  started?: { readonly at: number; readonly by: string };
}

export type GraphNotes = { of(call: string, step: string): Note; save(): Promise<void> };

/** The most calls of other steps that are known: graphs inside of a graph have steps of their own. */
const MOST_OTHERS = 50;

/** The notes of a thread, read anew for each round: another process may have written them. */
export async function openNotes({ state }: Toolgate['store'], thread: string): Promise<GraphNotes> {
  const key = `langchain:${thread}`;
  let kept: readonly Note[] = readSaidList(await state.get(key)).filter(isNote);
  return {
    of(call, step) {
      const known = kept.find(note => note.call === call);
      if (known) return known;
      const fresh: Note = { call, step, asked: [] };
      const others = kept.filter(note => note.step !== step).slice(-MOST_OTHERS);
      kept = [...others, ...kept.filter(note => note.step === step), fresh];
      return fresh;
    },
    save: () => state.set(key, kept),
  };
}

/** Notes that keep nothing, where nothing can go on later. */
export const noNotes: GraphNotes = { of: (call, step) => ({ call, step, asked: [] }), save: async () => {} };

const isNote = (value: unknown): value is Note =>
  isRecord(value) && typeof value.call === 'string' && Array.isArray(value.asked);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
