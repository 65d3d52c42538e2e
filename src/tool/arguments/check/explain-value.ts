import { accepts, type SchemaGuide } from '../../../schema/guide/guide.ts';
import { childOf, type SchemaView, viewsOf } from '../../../schema/guide/view.ts';
import { isRecord } from '../../../schema/json.ts';
import type { Node } from '../../../schema/node.ts';
import { describe } from '../../../schema/words/describe.ts';
import { cut } from '../../../schema/words/shown.ts';
import { addAll } from '../../lists/long-lists.ts';
import { nearest } from '../../text/nearest.ts';
import { mayBeSeveral } from '../coerce/array.ts';
import { isWrapper } from '../coerce/object.ts';
import { readContents } from '../coerce/text.ts';
import type { Issue } from './compile.ts';
import { isMistyped, toListed } from './mistyped.ts';
import { hasUnknownKeys, type UnknownKey } from './unknown-keys.ts';
import { dotted, type Path, showValueAt } from './value-path.ts';

/** One thing wrong with the arguments, for the model that sent them. */
interface ArgumentProblem {
  /** Dotted; empty for the arguments as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  readonly suggestion?: string;
}

/** A problem with its place: the schema there, where one is known. */
export interface LocatedProblem {
  readonly at: Path;
  readonly node: Node | undefined;
  readonly problem: ArgumentProblem;
  /** The parts are right and the whole is not; the check itself may know why. */
  readonly vague?: boolean;
  /** The expectation is a sentence of the schema's author. */
  readonly said?: boolean;
}

interface CheckVerdict {
  readonly issues: readonly Issue[];
  /** The guide is what the value was judged by, so the guide finds all there is. */
  readonly isJudge: boolean;
}

/** The most problems looked at: each is compared with all the others, and a model may send 100,000 wrong keys. */
const MOST_LOOKED_AT = 200;

/** Everything that is wrong with a value, found by its schema; what only the check itself knows comes from `issues`. */
export function explainValue(
  guide: SchemaGuide,
  value: unknown,
  { issues, isJudge }: CheckVerdict,
): readonly LocatedProblem[] {
  const search: Search = { guide, steps: 0 };
  const unknown = unknownProblems(guide, value);
  // An object is not wrong as a whole, too, only because it holds an unknown key.
  const holders = new Set(unknown.map(({ at }) => dotted(at.slice(0, -1))));
  const others = problemsOf(search, { node: guide.root, value, at: [] });
  const found = [...unknown, ...others.filter(({ at, vague }) => !vague || !holders.has(dotted(at)))];
  const covered = (path: Path) =>
    found.some(({ at }) => startsWith(at, path) || (at.length > 0 && startsWith(path, at)));
  for (const { path, message } of issues.slice(0, MOST_LOOKED_AT)) {
    const words = inOwnWords(message);
    const vague = found.findIndex(each => each.vague && dotted(each.at) === dotted(path));
    if (vague >= 0) {
      const { problem, ...located } = found[vague]!;
      found[vague] = { ...located, vague: false, said: words.said, problem: { ...problem, expected: words.expected } };
    }
    if (covered(path) || (isJudge && found.length > 0)) continue;
    const problem = { path: dotted(path), expected: words.expected, got: showValueAt(path, valueAt(value, path)) };
    found.push({ at: path, node: undefined, problem, said: words.said });
  }
  return found;
}

/** Zod's own messages say what was expected; an author's messages are sentences. */
function inOwnWords(message: string): { expected: string; said: boolean } {
  const [, wanted] = /^(?:[A-Z][a-z ]+: )?expected (.+?)(?:, received .*)?$/s.exec(message) ?? [];
  if (wanted !== undefined) return { expected: cut(wanted, 160), said: false };
  const [, kind] = /^Invalid (?!input\b|option\b|key\b)(.+)$/s.exec(message) ?? [];
  if (kind !== undefined) return { expected: cut(`a valid ${kind}`, 160), said: false };
  return message === 'Invalid input'
    ? { expected: 'another value', said: false }
    : { expected: cut(message, 160), said: true };
}

type Place = { readonly node: Node; readonly value: unknown; readonly at: Path };

/** Steps are counted: alternatives within alternatives could be looked at without end. */
type Search = { readonly guide: SchemaGuide; steps: number };

const MOST_STEPS = 5000;

function problemsOf(search: Search, place: Place): LocatedProblem[] {
  const { guide } = search;
  const { node, value } = place;
  if (accepts(guide, node, value)) return [];
  let vague = false;
  try {
    if (++search.steps > MOST_STEPS) throw new RangeError('too many steps');
    if (typeof value === 'string') return textProblems(search, place, value);
    const fitting = viewsOf(guide, node).filter(view => fits(view, value));
    const lists = fitting.map(view => viewProblems(search, view, place));
    // The alternative that the value came closest to; the value may be right in all of its parts.
    const least = lists.sort((a, b) => weight(a) - weight(b))[0] ?? [];
    if (least.length > 0) return least.map(each => widened(search, each, { fitting, value, at: place.at }));
    vague = isRecord(value) && fitting.length > 0;
  } catch {
    // Too many alternatives, or too deep, to say more than what is wanted here.
  }
  return [{ ...mismatch(guide, place), vague }];
}

const BROKEN = ', which is broken off or no JSON';
const SEVERAL = ', which may be one item or several: send a JSON list';

/** A container given as text is looked into; a broken one is called broken. */
function textProblems(search: Search, place: Place, text: string): LocatedProblem[] {
  const own = mismatch(search.guide, place);
  const views = viewsOf(search.guide, place.node);
  if (!views.some(view => view.allows('object') || view.allows('array'))) return [own];
  const contents = readContents(text);
  const told = (why: string): LocatedProblem[] => [
    { ...own, problem: { ...own.problem, got: `${own.problem.got}${why}` } },
  ];
  if (contents.kind === 'broken') return told(BROKEN);
  if (contents.kind === 'plain')
    return views.some(view => view.allows('array')) && mayBeSeveral(text) ? told(SEVERAL) : [own];
  if (!views.some(view => fits(view, contents.value))) return [own];
  const inside = problemsOf(search, { ...place, value: contents.value });
  return inside.length > 0 ? inside : [own];
}

/** A wrong or missing constant tells that another alternative was meant. */
const weight = (list: readonly LocatedProblem[]): number =>
  list.reduce((sum, each) => sum + (isConstant(each.node) ? 100 : 1), 0);

const isConstant = (node: Node | undefined): boolean => isRecord(node) && Object.hasOwn(node, 'const');

type Alternatives = { readonly fitting: readonly SchemaView[]; readonly value: unknown; readonly at: Path };

/** Where the constant that tells alternatives apart is wrong, all of them are expected. */
function widened({ guide }: Search, located: LocatedProblem, { fitting, value, at }: Alternatives): LocatedProblem {
  const key = located.at.length === at.length + 1 ? located.at.at(-1)! : undefined;
  if (typeof key !== 'string' || !isConstant(located.node) || fitting.length < 2) return located;
  const nodes = fitting.map(view => view.properties.get(key)).filter(node => node !== undefined);
  if (!nodes.every(node => isConstant(node))) return located;
  return mismatch(guide, { node: { anyOf: nodes }, value: valueAt(value, [key]), at: located.at });
}

function fits(view: SchemaView, value: unknown): boolean {
  if (isRecord(value)) return view.allows('object');
  return Array.isArray(value) && view.allows('array');
}

function viewProblems(search: Search, view: SchemaView, { value, at }: Place): LocatedProblem[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      problemsOf(search, { node: view.prefix[i] ?? view.items ?? true, value: item, at: [...at, i] }),
    );
  const record = value as Record<string, unknown>;
  const out: LocatedProblem[] = [];
  for (const key of view.required) {
    if (Object.hasOwn(record, key) && record[key] !== undefined) continue;
    const missing = mismatch(search.guide, { node: childOf(view, key) ?? true, value: undefined, at: [...at, key] });
    const sent = sentInstead(view, key, record);
    out.push(sent === undefined ? missing : { ...missing, problem: { ...missing.problem, suggestion: sent } });
  }
  for (const [key, inside] of Object.entries(record)) {
    const node = childOf(view, key);
    if (node === undefined || node === false || inside === undefined) continue;
    addAll(out, problemsOf(search, { node, value: inside, at: [...at, key] }));
  }
  return out;
}

/** Where further keys pass, a key that was sent may be meant for the missing one. */
function sentInstead(view: SchemaView, key: string, record: Record<string, unknown>): string | undefined {
  if (view.closed || view.additional === false) return undefined;
  const further = Object.keys(record)
    .slice(0, MOST_LOOKED_AT)
    .filter(given => !view.properties.has(given));
  return nearest(key, further, 1).find(given => !isMistyped(given, [toListed(key)]));
}

function mismatch(guide: SchemaGuide, { node, value, at }: Place): LocatedProblem {
  const problem = { path: dotted(at), expected: wanted(guide, node), got: showValueAt(at, value) };
  const near = typeof value === 'string' ? nearest(value, listedWords(guide, node), 1)[0] : undefined;
  return { at, node, problem: near === undefined ? problem : { ...problem, suggestion: JSON.stringify(near) } };
}

function wanted(guide: SchemaGuide, node: Node): string {
  try {
    return cut(describe(guide, node), 240);
  } catch {
    return 'another value';
  }
}

function listedWords(guide: SchemaGuide, node: Node): string[] {
  try {
    const values = viewsOf(guide, node).flatMap(view => view.values ?? []);
    return values.filter(value => typeof value === 'string');
  } catch {
    return [];
  }
}

function unknownProblems(guide: SchemaGuide, value: unknown): LocatedProblem[] {
  const found: UnknownKey[] = [];
  try {
    hasUnknownKeys(guide, guide.root, value, found);
  } catch {
    return [];
  }
  return found.slice(0, MOST_LOOKED_AT).map(({ path, key, known, isStray }) => {
    const at = [...path, key];
    const holder = valueAt(value, path);
    const inside = valueAt(value, at);
    if (isWrapper(key) && typeof inside === 'string' && readContents(inside).kind === 'broken') {
      const got = `${showValueAt(at, inside)}${BROKEN}`;
      return { at, node: undefined, problem: { path: dotted(at), expected: 'the parameters themselves', got } };
    }
    const free = known.filter(name => !isRecord(holder) || !Object.hasOwn(holder, name));
    const near = nearest(key, free, 1)[0];
    const only = isStray ? `only ${cut(known.join(', '), 160)}` : 'a known parameter';
    const expected = known.length === 0 ? 'no parameters' : only;
    const problem = { path: dotted(at), expected, got: `unknown ${JSON.stringify(cut(key, 60))}` };
    return { at, node: undefined, problem: near === undefined ? problem : { ...problem, suggestion: near } };
  });
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

const startsWith = (path: Path, start: Path): boolean => start.every((key, i) => String(path[i]) === String(key));
