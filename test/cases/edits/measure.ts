import type { TrueEdit } from './cases.ts';
import { seeded } from './cases.ts';
import { type Draft, draftOf, MISTAKES, type Mistake } from './mistakes.ts';
import { DECIDABLE, PLAUSIBLE } from './more-mistakes.ts';
import { severalDedented } from './several.ts';
import type { NamedEdit } from './sources.ts';
import { TRAPS } from './traps.ts';

/** How much an edit says: one reading, one likely reading, or none that may be taken. */
export type EditClass = 'decidable' | 'plausible' | 'refuse';

export interface CorpusCase {
  readonly kind: string;
  readonly class: EditClass;
  readonly path: string;
  readonly file: string;
  readonly edits: readonly { readonly old_text: string; readonly new_text: string }[];
  /** What the file must be afterwards; undefined where nothing may be written. */
  readonly result: string | undefined;
}

export type Verdict = 'right' | 'refused' | 'wrong content' | 'wrong indentation';

const LOSSY = new Set([
  'flattened',
  'inner spaces collapsed',
  'plain quotes for typographic',
  'blank lines left out',
  'blank lines left out, old only',
  'blank line too many',
  'one line indented wrongly',
  'context word misremembered',
  'context comment added',
  'context line cut',
  'middle left out',
  'middle left out with dots',
]);
/** Mistakes that leave the old text literally in the file: inside the indentation of its first line. */
const MAY_STAND = /dedented|trimmed|indented|tabs|unit|final|elsewhere|in the file|hold spaces/;

const classOf = (kind: string): EditClass => (LOSSY.has(kind) ? 'plausible' : 'decidable');
const KINDS: readonly (readonly [string, EditClass, Mistake])[] = [
  ...Object.entries(MISTAKES).map(([kind, mistake]) => [kind, classOf(kind), mistake] as const),
  ...Object.entries(DECIDABLE).map(([kind, mistake]) => [kind, 'decidable', mistake] as const),
  ...Object.entries(PLAUSIBLE).map(([kind, mistake]) => [kind, 'plausible', mistake] as const),
  ...Object.entries(TRAPS).map(([kind, mistake]) => [`trap: ${kind}`, 'refuse', mistake] as const),
];

/** Every mistake made on every edit where it changes something and what is left can be judged. */
export function* casesOf(edits: readonly NamedEdit[]): Generator<CorpusCase> {
  for (const [at, [kind, kindClass, mistake]] of KINDS.entries()) {
    const random = seeded(20_240 + at);
    for (const { path, edit } of edits) {
      const draft = mistake(draftOf(edit), random);
      if (!draft || !isJudgeable(kind, draft, edit)) continue;
      const join = (lines: readonly string[]) => lines.join(draft.break);
      yield {
        kind,
        class: kindClass,
        path,
        file: join(draft.file),
        edits: [{ old_text: draft.old.join('\n'), new_text: draft.new.join('\n') }],
        result: draft.result && join(draft.result),
      };
    }
  }
  yield* severalDedented(edits);
}

/** Whether the mistake did something, and one place is left that fits when white space does not count. */
function isJudgeable(kind: string, draft: Draft, edit: TrueEdit): boolean {
  const [file, old, wanted] = [draft.file.join(draft.break), draft.old.join('\n'), draft.new.join('\n')];
  if (old === wanted || old.trim() === '') return false;
  const stands = file.includes(old);
  if (draft.result === undefined) return !(/meanwhile|gone/.test(kind) && stands);
  if (file === draft.result.join(draft.break)) return false;
  if (kind === 'none' || draft.break !== '\n') return true;
  if (old === edit.old.join('\n') && file === edit.before.join('\n')) return false;
  if (stands && !MAY_STAND.test(kind)) return false;
  // At other indentation the same lines may stand there as well, and then they are what was said.
  if (/indented|dedented/.test(kind) && `\n${file}\n`.includes(`\n${old}\n`)) return false;
  const bare = (lines: readonly string[]) => `\n${lines.map(line => line.replace(/\s+/g, '')).join('\n')}\n`;
  return bare(edit.before).split(bare(edit.old)).length === 2;
}

export function judge({ result }: Pick<CorpusCase, 'result'>, written: string | undefined): Verdict {
  if (written === undefined) return 'refused';
  // Which of two blank lines has kept its spaces is no matter.
  const visible = (text: string | undefined) => text?.replace(/^[ \t]+$/gm, '');
  if (visible(written) === visible(result)) return 'right';
  const bare = (text: string) => text.replace(/^[ \t]+|[ \t]+$/gm, '');
  return result !== undefined && bare(written) === bare(result) ? 'wrong indentation' : 'wrong content';
}
