import { ToolError } from '../../tool/error.ts';
import type { Miss } from './edit/locate-edit.ts';
import type { FileView } from './edit/readings.ts';
import { similarity } from './edit/similarity.ts';
import { isBlank, showSpace, trimBoth } from './edit/white-space.ts';

export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean;
}

/** Why an edit is not made. */
export type Refused = Miss | { readonly miss: 'invalid'; readonly why: string };

export interface EditProblem {
  /** Counted from 1. */
  readonly number: number;
  readonly edit: Edit;
  readonly problem: Refused;
}

const PLACES = 6;
const NEAR = 6;

/** One error for all edits that cannot be made: the first in full, the others in a word. */
export function sayEditProblems(
  view: FileView,
  path: string,
  { problems, total }: { problems: readonly EditProblem[]; total: number },
): ToolError {
  const [first, ...others] = problems;
  const { number, edit, problem } = first!;
  const which = total === 1 ? 'The edit' : `Edit ${number} of ${total}`;
  const lines = [`${which} of ${path} ${sayOne(view, edit, problem)}`];
  if (others.length > 0)
    lines.push(`Also not made: ${others.map(other => `edit ${other.number} (${wordFor(other.problem)})`).join(', ')}.`);
  lines.push('Nothing was changed.');
  return new ToolError(codeFor(problem), lines.join('\n'), {
    suggestion: suggestionFor(problem, path),
    details: {
      path,
      edits: problems.map(other => ({
        edit: other.number,
        problem: wordFor(other.problem),
        ...linesOf(other.problem),
      })),
    },
  });
}

function codeFor({ miss }: Refused): 'INVALID_ARGUMENTS' | 'EDIT_AMBIGUOUS' | 'EDIT_NOT_FOUND' {
  if (miss === 'invalid') return 'INVALID_ARGUMENTS';
  return miss === 'several' || miss === 'disagreement' ? 'EDIT_AMBIGUOUS' : 'EDIT_NOT_FOUND';
}

function wordFor({ miss }: Refused): string {
  if (miss === 'several' || miss === 'disagreement') return 'fits in several places';
  if (miss === 'applied') return 'already applied';
  return miss === 'none' ? 'not found' : 'refused';
}

const linesOf = (problem: Refused): { lines?: readonly number[] } =>
  'lines' in problem
    ? { lines: problem.lines.map(line => line + 1) }
    : 'line' in problem
      ? { lines: [problem.line + 1] }
      : {};

function sayOne(view: FileView, edit: Edit, problem: Refused): string {
  switch (problem.miss) {
    case 'invalid':
      return `cannot be made: ${problem.why}.`;
    case 'applied':
      return `is already applied: the file reads so at line ${problem.line + 1}.`;
    case 'refused': {
      const [line] = problem.lines;
      return `cannot be made safely${line === undefined ? '' : ` at line ${line + 1}`} (matched by ${problem.reading}): ${problem.why}.`;
    }
    case 'none':
      return `does not fit: old_text is not in the file (tried ${problem.tried.slice(0, 6).join(', ')}).\n${nearestRegion(view, edit.old_text)}`;
    default:
      return `fits in ${problem.lines.length} places:\n${sayPlaces(view, problem.lines)}`;
  }
}

function suggestionFor({ miss }: Refused, path: string): string {
  if (miss === 'several' || miss === 'disagreement')
    return 'Add lines around it to old_text that only the place you mean has, or set replace_all.';
  if (miss === 'applied') return 'Go on; no edit is needed.';
  if (miss === 'invalid') return 'Give the text that is there now as old_text, and all of the new text as new_text.';
  return `Read ${path} again and copy the lines as they are.`;
}

function sayPlaces(view: FileView, lines: readonly number[]): string {
  const shown = lines.slice(0, PLACES).map(line => `  line ${line + 1}${tellingNeighbour(view, line)}`);
  if (lines.length > shown.length) shown.push(`  and ${lines.length - shown.length} more`);
  return shown.join('\n');
}

/** The nearest line above that is indented less, and so tells which block a place is in. */
function tellingNeighbour({ file }: FileView, line: number): string {
  const depth = (text: string) => text.length - text.trimStart().length;
  const own = depth(file.lines[line] ?? '');
  for (let at = line - 1; at >= 0 && line - at < 400; at--) {
    const text = file.lines[at]!;
    if (!isBlank(text) && depth(text) < own && /\w{2}/.test(text)) return `, in line ${at + 1}: ${cut(text.trim())}`;
  }
  return '';
}

/** The region most like the old text, with white space shown, and the first line that differs. */
function nearestRegion({ file }: FileView, old: string): string {
  const lines = old
    .split(/\r\n|\n/)
    .filter((line, index, all) => !isBlank(line) || (index > 0 && index < all.length - 1));
  const telling = lines.reduce((best, line) => (trimBoth(line).length > trimBoth(best).length ? line : best), '');
  let best = { at: -1, score: 0.45 };
  for (const [at, line] of file.lines.entries()) {
    const score = similarity(line, telling);
    if (score > best.score) best = { at, score };
  }
  if (best.at < 0) return 'No line of the file is like it.';
  const from = Math.max(0, best.at - lines.indexOf(telling));
  const differs = lines.findIndex((line, index) => file.lines[from + index] !== line);
  const start = Math.max(0, Math.min(differs - 2, lines.length - NEAR));
  const shown = file.lines
    .slice(from + start, from + start + NEAR)
    .map((line, index) => `${String(from + start + index + 1).padStart(6)}\t${cut(showSpace(line))}`);
  const has = file.lines[from + differs];
  const difference =
    differs < 0 || has === undefined
      ? []
      : [
          `First difference: line ${from + differs + 1} is ${JSON.stringify(cut(has))}, old_text has ${JSON.stringify(cut(lines[differs]!))}.`,
        ];
  return ['The nearest lines (· space, → tab):', ...shown, ...difference].join('\n');
}

const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
