import { ToolError } from '../../../../tool/error.ts';
import { type Hunk, oldLines } from '../hunk.ts';
import type { FileView } from '../lines/file-view.ts';
import { isBlank, showSpace } from '../lines/white-space.ts';
import type { Miss } from '../placed.ts';
import { nearestRegion } from './nearest-region.ts';

/** Why a hunk goes nowhere, or that another one changes the same lines. */
export type Problem = Miss | { readonly miss: 'overlap'; readonly line: number };

export interface HunkProblem {
  readonly hunk: Hunk;
  /** Counted from 1. */
  readonly number: number;
  readonly problem: Problem;
}

const WORDS = {
  none: 'missing',
  several: 'several',
  disagreement: 'several',
  refused: 'refused',
  elsewhere: 'elsewhere',
  applied: 'applied',
  overlap: 'overlap',
} as const;

const NEAR = 6;
const PLACES = 6;

/** The error for hunks that go nowhere: the first in full, the others in a word. */
export function sayProblem(
  view: FileView,
  path: string,
  { problems, total }: { problems: readonly HunkProblem[]; total: number },
): ToolError {
  const [first, ...others] = problems;
  const { hunk, number, problem } = first!;
  const which = total === 1 ? `The hunk for ${path}` : `Hunk ${number} of ${total} for ${path}`;
  const parts = [`${which} (line ${hunk.patchLine} of the patch) ${sayOne(view, hunk, problem)}`];
  if (others.length > 0) {
    const list = others.slice(0, 5).map(other => `${other.number} (${WORDS[other.problem.miss]})`);
    parts.push(
      `Also not applied: ${others.length > 1 ? 'hunks' : 'hunk'} ${list.join(', ')}${others.length > 5 ? ', …' : ''}.`,
    );
  } else if (total > 1) parts.push('The other hunks fit.');
  parts.push('Nothing was changed in any file.');
  const ambiguous = ['several', 'disagreement', 'overlap'].includes(problem.miss);
  return new ToolError(ambiguous ? 'EDIT_AMBIGUOUS' : 'EDIT_NOT_FOUND', parts.join('\n'), {
    suggestion: suggestionFor(problem, path),
    details: {
      path,
      hunks: problems.map(({ number: at, problem: { miss } }) => ({ hunk: at, problem: WORDS[miss] })),
    },
  });
}

function sayOne(view: FileView, hunk: Hunk, problem: Problem): string {
  if (problem.miss === 'none') {
    const bare = hunk.lines.find(line => line.bare);
    const mark = bare
      ? `\nEach of its lines begins with " ", "+" or "-"; ${JSON.stringify(cut(bare.text))} does not.`
      : '';
    return `does not fit: its lines are not in the file.${mark}\n${nearest(view, hunk)}`;
  }
  if (problem.miss === 'applied') return `is already applied: the file reads so at line ${problem.line + 1}.`;
  if (problem.miss === 'elsewhere') return `fits only at line ${problem.line + 1}, which is ${problem.why}.`;
  if (problem.miss === 'overlap') return `changes lines that another hunk changes too (line ${problem.line + 1}).`;
  if (problem.miss === 'refused') {
    const at = problem.lines.length === 0 ? '' : ` at line ${problem.lines[0]! + 1}`;
    return `cannot be applied${at}: ${problem.why}.`;
  }
  const places = problem.lines.slice(0, PLACES).map(line => `  ${line + 1}${tellingNeighbour(view, line)}`);
  const more = problem.lines.length - places.length;
  return `fits in ${problem.lines.length} places:\n${places.join('\n')}${more > 0 ? `\n  and ${more} more` : ''}`;
}

function suggestionFor({ miss }: Problem, path: string): string {
  if (miss === 'several' || miss === 'disagreement')
    return 'Add lines of context that only the place you mean has, or "@@ " with the line that opens its function or class.';
  if (miss === 'applied') return 'Leave this hunk out.';
  if (miss === 'overlap') return 'Join the two hunks into one.';
  if (miss === 'none') return `Read ${path} again and copy the lines as they are.`;
  return 'Correct the hunk.';
}

/** The nearest line above that is indented less, and so tells which block a place is in. */
function tellingNeighbour({ file }: FileView, line: number): string {
  const depth = (text: string) => text.length - text.trimStart().length;
  const own = depth(file.lines[line]!);
  for (let at = line - 1; at >= 0 && line - at < 400; at--) {
    const text = file.lines[at]!;
    if (!isBlank(text) && depth(text) < own && /\w{2}/.test(text)) return `, in line ${at + 1}: ${cut(text.trim())}`;
  }
  for (let at = line - 1; at >= 0 && line - at < 400; at--)
    if (/\w{3}/.test(file.lines[at]!)) return `, after line ${at + 1}: ${cut(file.lines[at]!.trim())}`;
  return '';
}

/** The region that has most of the lines, and the first line of the hunk that differs from it. */
function nearest(view: FileView, hunk: Hunk): string {
  const old = oldLines(hunk);
  const region = nearestRegion(view, old);
  if (!region) return 'No line of the file is like them.';
  const { from, to, difference } = region;
  const start = Math.max(from, Math.min((difference?.file ?? from) - 2, to + 1 - NEAR));
  const shown = view.file.lines
    .slice(start, Math.min(start + NEAR, to + 1, view.count))
    .map((line, index) => `${String(start + index + 1).padStart(6)}\t${cut(showSpace(line))}`);
  const differs = difference
    ? [
        `The hunk has ${JSON.stringify(cut(old[difference.old]!))} where line ${difference.file + 1} is ${JSON.stringify(cut(view.file.lines[difference.file]!))}.`,
      ]
    : [];
  return ['The nearest lines (· space, → tab):', ...shown, ...differs].join('\n');
}

const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
