import type { DatabaseSync } from 'node:sqlite';
import { isBelow } from '../../system/is-below.ts';
import type { Indexer } from '../index/indexer.ts';
import type { IndexCalls, Vector } from '../messages.ts';
import { type ChunkText, readChunks } from '../outline/chunk-text.ts';
import { CANDIDATE, type Candidate, toCandidate } from './candidate.ts';
import type { PlaceFilter } from './place-filter.ts';
import type { RankedCandidate } from './rank.ts';

/** The most vectors that are compared: each question looks at all of them. */
const MAX_VECTORS = 60_000;
const NEAREST = 60;
/** The usual constant of reciprocal rank fusion: how much the first places count above the rest. */
const EVEN = 60;
/** The score of a symbol that was asked for by its name: it keeps its place. */
const BY_NAME = 3;

/** Merges two rankings by the places in both: scores of different kinds cannot be compared. */
function fuse(byWords: readonly RankedCandidate[], byMeaning: readonly Candidate[]): RankedCandidate[] {
  const fused = new Map<number, RankedCandidate>();
  const add = (candidate: Candidate, place: number, more = 0) => {
    const score = (fused.get(candidate.id)?.score ?? 0) + more + 1 / (EVEN + place + 1);
    fused.set(candidate.id, { candidate: fused.get(candidate.id)?.candidate ?? candidate, score });
  };
  for (const [place, { candidate, score }] of byWords.entries()) add(candidate, place, score >= BY_NAME ? 1 : 0);
  for (const [place, candidate] of byMeaning.entries()) add(candidate, place);
  return [...fused.values()].sort((a, b) => b.score - a.score);
}

/** Ranks by meaning: compares the question's vector with each vector of the index. */
export function createVectors(indexer: Indexer, root: string) {
  let kept: { model: string; all: readonly Vector[] } | undefined;
  const load = (sql: DatabaseSync, model: string): readonly Vector[] => {
    if (kept?.model === model) return kept.all;
    const rows = sql.prepare('select hash, vector from vectors where model = ? limit ?').all(model, MAX_VECTORS);
    const all = rows.map(({ hash, vector }) => ({ hash: hash as string, vector: fromBlob(vector as Uint8Array) }));
    kept = { model, all };
    return all;
  };
  return {
    async missing({ model, count, hidden }: IndexCalls['missing']['in']): Promise<readonly ChunkText[]> {
      if (indexer.full) return [];
      const files = indexer.ask(sql => sql.prepare(FILES_WITHOUT).all(model)) ?? [];
      const allowed = files.map(row => row.path as string).filter(path => !hidden.some(one => isBelow(path, one)));
      const texts = new Map<string, string>();
      for (const path of allowed) {
        if (texts.size >= count) break;
        const rows = indexer.ask(sql => sql.prepare(HASHES_WITHOUT).all(path, model)) ?? [];
        const without = new Set(rows.map(row => row.hash as string));
        for (const { hash, text } of await readChunks(root, path)) if (without.has(hash)) texts.set(hash, text);
      }
      return [...texts].slice(0, count).map(([hash, text]) => ({ hash, text }));
    },
    keep({ model, vectors }: IndexCalls['keep']['in']): undefined {
      indexer.ask(sql => {
        const add = sql.prepare('insert or replace into vectors (hash, model, vector) values (?, ?, ?)');
        for (const { hash, vector } of vectors)
          add.run(hash, model, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
        prune(sql);
      });
      kept = undefined;
    },
    mix: (
      ranked: readonly RankedCandidate[],
      filter: PlaceFilter,
      { model, vector }: { model: string; vector: Float32Array },
    ) => fuse(ranked, indexer.ask(sql => nearest(sql, load(sql, model), vector, filter)) ?? []),
  };
}

const NO_VECTOR = 'not exists (select 1 from vectors v where v.hash = c.hash and v.model = ?)';

const CHUNKS = 'from chunks c join files f on f.id = c.file where';
const FILES_WITHOUT = `select distinct f.path, f.weight ${CHUNKS} ${NO_VECTOR} order by f.weight desc limit 500`;
const HASHES_WITHOUT = `select c.hash ${CHUNKS} f.path = ? and ${NO_VECTOR}`;

/** Removes vectors that belong to no file any more. */
function prune(sql: DatabaseSync): void {
  const count = (table: string) => Number(sql.prepare(`select count(*) as n from ${table}`).get()?.n);
  if (count('vectors') > 2 * count('chunks') + 1_000)
    sql.exec('delete from vectors where hash not in (select hash from chunks)');
}

function nearest(sql: DatabaseSync, all: readonly Vector[], asked: Float32Array, filter: PlaceFilter): Candidate[] {
  const scored = all
    .map(({ hash, vector }) => ({ hash, score: cosine(asked, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, filter.and === '' ? NEAREST : NEAREST * 20);
  const find = sql.prepare(`${CANDIDATE} join chunks c on c.symbol = s.id where c.hash = ? ${filter.and} limit 3`);
  const found: Candidate[] = [];
  for (const { hash, score } of scored) {
    if (found.length >= NEAREST || score <= 0) break;
    for (const row of find.all(hash, ...filter.values)) found.push(toCandidate(row, 0));
  }
  return found;
}

function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!;
    left += a[at]! * a[at]!;
    right += b[at]! * b[at]!;
  }
  const score = dot / Math.sqrt(left * right);
  return Number.isFinite(score) ? score : 0;
}

const fromBlob = (blob: Uint8Array): Float32Array =>
  new Float32Array(blob.slice().buffer, 0, Math.floor(blob.length / 4));
