import { beforeAll, describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/packs/filesystem/place-text/apply-edits.ts';
import { ToolError } from '../../src/tool/error.ts';
import { type CorpusCase, casesOf, type EditClass, judge, type Verdict } from '../cases/edits/measure.ts';
import { makeEdits } from '../cases/edits/sources.ts';
import { runs } from '../support/suite.ts';

interface Judged {
  readonly case: CorpusCase;
  readonly verdict: Verdict;
}

describe('edits of real files with the mistakes that models make', () => {
  let judged: readonly Judged[] = [];
  /** Several sets: one alone differs by some percent. */
  beforeAll(() => {
    const edits = Array.from({ length: runs(2) }, (_, at) => makeEdits(60, 7 + at));
    judged = edits.flatMap(set => [...casesOf(set)]).map(each => ({ case: each, verdict: judge(each, written(each)) }));
  });

  const share = (wanted: EditClass) => {
    const all = judged.filter(each => each.case.class === wanted);
    return all.filter(each => each.verdict === 'right').length / all.length;
  };

  it('edits of real files with the mistakes that models make are never written wrongly, and those that say too little are refused', () => {
    const wrong = judged.filter(each => each.verdict.startsWith('wrong'));
    expect(wrong.map(each => `${each.case.kind}, ${each.case.path}: ${each.case.edits[0]!.old_text}`)).toEqual([]);
    expect(judged.length).toBeGreaterThan(6_000);
  });

  it('edits of real files with the mistakes that models make are made in 98 of 100 cases where one reading is left', () => {
    expect(share('decidable')).toBeGreaterThan(0.98);
  });

  it('edits of real files with the mistakes that models make are made in 70 of 100 cases where one reading is likely', () => {
    expect(share('plausible')).toBeGreaterThan(0.7);
  });
});

function written({ file, edits, path }: CorpusCase): string | undefined {
  try {
    const { bytes } = applyEdits(new TextEncoder().encode(file), edits, { path });
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    return undefined;
  }
}
