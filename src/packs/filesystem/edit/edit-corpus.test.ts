import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../../tool/error.ts';
import { applyEdits } from './apply-edits.ts';
import { type EditCase, makeEdit, pick, seeded, type TrueEdit } from './edit-cases.ts';
import { draftOf, MISTAKES, type Mistake, toCase } from './edit-mistakes.ts';
import { TRAPS } from './edit-traps.ts';

const MODULES = join(import.meta.dirname, '../../../../node_modules');
const SOURCES = [
  'zod/src/v4',
  'commander',
  'picomatch',
  'postcss/lib',
  'yaml/browser',
  'vite/types',
  '@types/node',
  'fast-check/lib',
];
const EDITS = 60;
/** Mistakes that destroy what they touch: what was meant is not in the texts any more, so most must be refused. */
const LOSSY = new Set([
  'flattened',
  'inner spaces collapsed',
  'plain quotes for typographic',
  'blank lines left out',
  'blank lines left out, old only',
  'one line indented wrongly',
]);
/** Mistakes that leave the old text literally in the file: inside the indentation of its first line. */
const MAY_STAND = /dedented|trimmed|indented|tabs|unit|final/;

interface Tally {
  cases: number;
  right: number;
  wrong: string[];
}

describe('edits of real sources with the mistakes that models make', () => {
  const tallies = new Map<string, Tally>();
  beforeAll(() => {
    const random = seeded(20_240);
    const edits = makeEdits();
    for (const [kind, mistake] of Object.entries(MISTAKES)) measure(kind, mistake, { edits, random, tallies });
    for (const [kind, trap] of Object.entries(TRAPS)) measure(`trap: ${kind}`, trap, { edits, random, tallies });
  });

  it('are never written wrongly', () => {
    const wrong = [...tallies].flatMap(([kind, { wrong }]) => wrong.map(each => `${kind}: ${each}`));
    expect(wrong).toEqual([]);
    expect([...tallies.values()].reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(2000);
  });

  it('are made in 95 of 100 cases, and in most of those that lost something', () => {
    let cases = 0;
    let right = 0;
    for (const [kind, tally] of tallies) {
      if (kind.startsWith('trap')) continue;
      const least = LOSSY.has(kind) ? 0.3 : 0.85;
      expect(tally.right / tally.cases, `${kind}: ${tally.right} of ${tally.cases}`).toBeGreaterThanOrEqual(least);
      if (LOSSY.has(kind)) continue;
      cases += tally.cases;
      right += tally.right;
    }
    expect(right / cases).toBeGreaterThan(0.96);
  });
});

function makeEdits(): TrueEdit[] {
  const random = seeded(7);
  const files = SOURCES.flatMap(folder => sourcesIn(join(MODULES, folder)));
  const edits: TrueEdit[] = [];
  while (edits.length < EDITS) {
    const text = readFileSync(pick(random, files), 'utf8');
    const edit = text.includes('\r') ? undefined : makeEdit(random, text.split('\n'));
    if (edit) edits.push(edit);
  }
  return edits;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourcesIn(path);
      return /\.(?:[cm]?[jt]s|json|md|css)$/.test(entry.name) && statSync(path).size < 60_000 ? [path] : [];
    });
}

interface Measured {
  readonly edits: readonly TrueEdit[];
  readonly random: () => number;
  readonly tallies: Map<string, Tally>;
}

function measure(kind: string, mistake: Mistake, { edits, random, tallies }: Measured): void {
  const tally: Tally = { cases: 0, right: 0, wrong: [] };
  for (const edit of edits) {
    const draft = mistake(draftOf(edit), random);
    if (!draft) continue;
    const made = toCase(kind, draft);
    if (!isDecidable(made, edit)) continue;
    tally.cases++;
    const result = written(made);
    if (result === undefined) continue;
    if (result === made.result) tally.right++;
    else tally.wrong.push(`${JSON.stringify(made.old)} → ${JSON.stringify(made.new)}`);
  }
  if (tally.cases > 0) tallies.set(kind, tally);
}

/** Whether the mistake did something, and one place is left that fits when white space does not count. */
function isDecidable({ kind, file, old, new: wanted, result }: EditCase, edit: TrueEdit): boolean {
  if (old === wanted || old.trim() === '') return false;
  const stands = file.includes(old);
  if (result === undefined) return !(/meanwhile|gone/.test(kind) && stands);
  if (kind === 'none' || file.includes('\r')) return true;
  if (old === edit.old.join('\n') && file === edit.before.join('\n')) return false;
  if (stands && !MAY_STAND.test(kind) && kind !== 'changed elsewhere') return false;
  const bare = (lines: readonly string[]) => `\n${lines.map(line => line.replace(/\s+/g, '')).join('\n')}\n`;
  return bare(edit.before).split(bare(edit.old)).length === 2;
}

function written({ file, old, new: wanted }: EditCase): string | undefined {
  try {
    const { bytes } = applyEdits(new TextEncoder().encode(file), [{ old_text: old, new_text: wanted }], {
      path: 'a.ts',
    });
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    return undefined;
  }
}
