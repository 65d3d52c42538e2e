import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** Rooms that speak to people alone. */
const FOR_PEOPLE = /^(?:cli|config|console|testing)\//;
/** Texts of other rooms that only a person's command or a program's author can get. */
const THROWN_TO_PEOPLE = new Set([
  'registry/manifest.ts: --policy',
  'approval/rejections.ts: toolgate approvals',
  'workspace/plan/plan.ts: toolgate changes',
]);

/** Ways to answer a question, or to make the policy looser. */
const LOOSENS =
  /--policy|--yes\b(?= answers)|toolgate (?:approvals|policy|trust|changes)|policy\.(?:network|trust|danger|limits|rules|sandbox)|allow_(?:once|always) |verdict: ?"allow|"outsideUndo"|own config, or grant/g;

it('no text that can reach a model names a way to answer or to loosen', () => {
  const found = globSync('**/*.ts', { cwd: SOURCE })
    .filter(file => !FOR_PEOPLE.test(file) && !/test|fixture/.test(file))
    .flatMap(file =>
      textsOf(readFileSync(join(SOURCE, file), 'utf8')).flatMap(text =>
        [...text.matchAll(LOOSENS)].map(([way]) => `${file}: ${way}`),
      ),
    );
  expect(found.filter(one => !THROWN_TO_PEOPLE.has(one))).toEqual([]);
  expect(new Set(found)).toEqual(THROWN_TO_PEOPLE);
});

/** Texts in quotes, but for comments and for what is said to people. */
function textsOf(source: string): readonly string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\$\{[^{}]*\}/g, '')
    .replace(/\b(?:forPeople|next):[\s\S]*?[,;]\n/g, '')
    .replace(/const (?:OPENS|sayWhatGrants) =[\s\S]*?;\n(?=\n)/g, '');
  return code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
}
