import { relativeTo, toPlainText } from '../../src/policy/describe.ts';
import type { Effect, Effects } from '../../src/tool/effect.ts';
import type { LanguageName } from '../diff/languages.ts';

/** What a question is about, open or settled. */
export interface Asked {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly unsaid?: readonly string[];
  readonly effects: Effects;
  readonly root?: string;
}

interface RunText {
  readonly text: string;
  readonly language: LanguageName | undefined;
}

/** What would run: a command, or a program that stands in the arguments. */
export function runTextOf({ args }: Pick<Asked, 'args'>): RunText | undefined {
  const { command, code, language } = args;
  if (typeof command === 'string') return { text: command, language: 'bash' };
  if (typeof code !== 'string') return undefined;
  const known = typeof language === 'string' && Object.hasOwn(PROGRAMS, language) ? PROGRAMS[language] : undefined;
  return { text: code, language: known };
}

/** The arguments besides what is shown as the text that runs. */
export function otherArguments(asked: Pick<Asked, 'args' | 'unsaid'>): Readonly<Record<string, unknown>> {
  const { command, code, ...others } = saidArguments(asked);
  if (typeof command === 'string') return code === undefined ? others : { code, ...others };
  return {
    ...(command === undefined ? {} : { command }),
    ...(typeof code === 'string' || code === undefined ? {} : { code }),
    ...others,
  };
}

/** The arguments without those that are as they are by default. */
export const saidArguments = ({
  args,
  unsaid = [],
}: Pick<Asked, 'args' | 'unsaid'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !unsaid.includes(name)));

const PROGRAMS: Readonly<Record<string, LanguageName>> = {
  python: 'python',
  node: 'typescript',
  javascript: 'typescript',
  typescript: 'typescript',
  bash: 'bash',
  sh: 'bash',
};

const LONGEST = 160;

/** The beginning of a text on one line. */
const brief = (text: string): string => {
  const line = toPlainText(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

const VERBS: readonly (readonly [Effect['kind'], string, string])[] = [
  ['delete', 'delete', 'things'],
  ['write', 'write', 'files'],
  ['network', 'connect to', 'hosts'],
  ['state', 'change', 'states'],
  ['execute', 'run', 'programs'],
  ['read', 'read', 'files'],
];

/** What it wants to do, in a few words: `delete old/notes.txt`, `write 3 files`, `run a command`. */
export function wish(asked: Asked): string {
  const { tool, effects, root = '/' } = asked;
  const run = runTextOf(asked);
  if (run) return run.language === 'bash' ? 'run a command' : 'run a program';
  if (effects === 'everything' || effects.length === 0) return `use ${toPlainText(tool)}`;
  const parts = VERBS.flatMap(([kind, verb, many]) => {
    const path = kind === 'read' || kind === 'write' || kind === 'delete';
    const all = [...new Set(effects.filter(each => each.kind === kind).map(({ resource }) => resource))];
    // A folder stands for what is in it.
    const found = path ? all.filter(one => !all.some(other => one.startsWith(`${other}/`))) : all;
    if (found.length === 0) return [];
    const name = brief(path ? relativeTo(found[0]!, root) : found[0]!);
    const inside = found.length < all.length ? ' and what is in it' : '';
    return [found.length === 1 ? `${verb} ${name}${inside}` : `${verb} ${found.length} ${many}`];
  });
  // What is only read on the way to a change is told below.
  return parts
    .slice(0, 2)
    .filter((part, index) => index === 0 || !part.startsWith('read '))
    .join(' and ');
}

/** The line that stands for it in a list. */
export function titleOf(asked: Asked): { readonly text: string; readonly code: boolean } {
  const run = runTextOf(asked);
  if (run) return { text: brief(run.text), code: true };
  const text = wish(asked);
  return { text: text.charAt(0).toUpperCase() + text.slice(1), code: false };
}
