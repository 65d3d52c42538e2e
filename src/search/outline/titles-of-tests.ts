import type { CodeSymbol } from '../symbol.ts';
import { extensionOf } from './grammars.ts';
import { isTest } from './path-weight.ts';

const SCRIPTS = new Set(['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts']);
const TITLE = /^\s*(?:await\s+)?(?:\w+\.)?(?:it|test|specify)(?:\.\w+)*\(\s*(['"`])(.{3,200}?)\1\s*,/;
const CALLED = /(?<!\bfunction\s)\b([\p{L}_$][\p{L}\p{N}_$.]*)\(/gu;
/** Names that tests call, whatever they are about. */
const ALWAYS =
  /^(?:t|assert|expect|console|require|it|test|describe|beforeEach|afterEach|setTimeout|if|for|while|switch|catch|function|return|await|done|Promise|JSON|Object|Array)(?:\.|$)/;
const MAX_TITLES = 500;
const MAX_LINES = 40;
const MAX_CHARS = 2_000;
const MAX_NAMES = 10;

/** The titles of a script's tests: sentences about what they call. */
export function testTitles(path: string, lines: readonly string[]): CodeSymbol[] {
  if (!isTest(path) || !SCRIPTS.has(extensionOf(path))) return [];
  const titles = lines.flatMap((line, at) => {
    const title = TITLE.exec(line.slice(0, 400))?.[2];
    return title === undefined ? [] : [{ title, at }];
  });
  return titles.slice(0, MAX_TITLES).map(({ title, at }, index): CodeSymbol => {
    const end = Math.min(titles[index + 1]?.at ?? lines.length, at + MAX_LINES);
    const body = lines
      .slice(at + 1, end)
      .join('\n')
      .slice(0, MAX_CHARS);
    const names = new Set(Array.from(body.matchAll(CALLED), ([, name]) => name!).filter(name => !ALWAYS.test(name)));
    const signature = ` | ${[...names].slice(0, MAX_NAMES).join(' ')} | `;
    const place = { line: at + 1, endLine: end, container: '', local: true };
    return { name: title, kind: 'section', ...place, signature, doc: '', body: '' };
  });
}
