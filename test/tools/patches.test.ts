import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parsePatch } from '../../src/packs/filesystem/patch/parse-patch.ts';
import { applyHunks } from '../../src/packs/filesystem/place-text/apply-hunks.ts';
import { ToolError } from '../../src/tool/error.ts';
import { seeded } from '../cases/edits/cases.ts';
import { type CaseFile, makeDraft, type PatchDraft, renderDraft } from '../cases/edits/patch-cases.ts';
import { PATCH_MISTAKES, PATCH_TRAPS, type PatchMistake } from '../cases/edits/patch-mistakes.ts';

const SEEDS = 30;
const PACKAGES = 'commander,diff,yaml,zod,picomatch,lru-cache,fast-check,jsonc-parser,uuid,vitest';
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

const sources = globSync(`{${PACKAGES}}/**/*.{js,ts,md,json}`, { cwd: modules })
  .sort()
  .map(path => ({ path, lines: readFileSync(modules + path, 'utf8').split('\n') }))
  .filter(({ lines }) => lines.length > 20 && lines.length < 1500)
  .filter(({ lines }) => lines.every(line => line.length < 400 && !line.includes('\r')));

type Outcome = 'right' | 'refused' | 'wrong';

function outcomeOf(draft: PatchDraft): Outcome {
  try {
    for (const file of parsePatch(renderDraft(draft))) {
      const meant = draft.files.find(({ path }) => path === file.path);
      if (file.kind !== 'update' || !meant) return 'wrong';
      const content = new TextEncoder().encode(meant.before.join(meant.break));
      const { bytes } = applyHunks(content, file.hunks, { path: file.path });
      if (new TextDecoder().decode(bytes) !== meant.after?.join(meant.break)) return 'wrong';
    }
    return 'right';
  } catch (error) {
    if (error instanceof ToolError) return 'refused';
    throw error;
  }
}

/** The spoilt lines stand literally somewhere else, so that the patch says something else. */
function saysOtherwise({ before, hunks }: CaseFile): boolean {
  const text = `\n${before.join('\n')}\n`;
  return hunks.some(({ lines, edit }) => {
    const old = lines
      .filter(line => line.mark !== '+')
      .map(line => line.text)
      .join('\n');
    return old !== edit.old.join('\n') && text.includes(`\n${old}\n`);
  });
}

function measure(kind: string, mistake: PatchMistake, trap: boolean): Record<Outcome, number> & { seeds: string[] } {
  const counts = { right: 0, refused: 0, wrong: 0, seeds: [] as string[] };
  for (const dialect of ['envelope', 'unified'] as const) {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seeded(seed * 7919 + kind.length);
      const base = makeDraft(random, sources, dialect);
      const draft = base && mistake(base, random);
      if (!draft || (!trap && draft.files.some(saysOtherwise))) continue;
      const outcome = outcomeOf(draft);
      counts[outcome]++;
      if (outcome === 'wrong') counts.seeds.push(`${dialect} ${seed}`);
    }
  }
  return counts;
}

const total = { right: 0, refused: 0 };

describe('a patch of real files, spoilt as models do', () => {
  it.each(Object.entries(PATCH_MISTAKES))(
    'a patch of real files, spoilt as models do is never misapplied: %s',
    (kind, mistake) => {
      const { right, refused, wrong, seeds } = measure(kind, mistake, false);
      expect({ wrong, seeds }).toEqual({ wrong: 0, seeds: [] });
      expect(right).toBeGreaterThan(refused);
      total.right += right;
      total.refused += refused;
    },
  );

  it('a patch of real files, spoilt as models do is applied in 95 of 100 cases', () => {
    expect(total.right / (total.right + total.refused)).toBeGreaterThan(0.95);
  });

  it.each(Object.entries(PATCH_TRAPS))('a patch of real files, spoilt as models do is refused: %s', (kind, trap) => {
    const { right, refused, wrong, seeds } = measure(kind, trap, true);
    expect({ right, wrong, seeds }).toEqual({ right: 0, wrong: 0, seeds: [] });
    expect(refused).toBeGreaterThan(0);
  });
});
