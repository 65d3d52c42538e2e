// node bench/edits.ts [--seed 11 | --seed 21-30] [--made 250] [--committed 150] [--engine FOLDER] [--only KIND] [--show KIND | wrong]:
// what becomes of spoilt edits, of real commits too where git knows any.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { casesOf, type EditClass, judge, type Verdict } from '../test/cases/edits/measure.ts';
import { editsBetween, makeEdits, type NamedEdit, OWN_FILES } from '../test/cases/edits/sources.ts';

type Apply = (
  content: Uint8Array,
  edits: readonly { old_text: string; new_text: string }[],
  options: { path: string },
) => { bytes: Uint8Array };

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const root = join(import.meta.dirname, '..');
const engine = option('engine') ?? join(root, 'src/packs/filesystem/place-text');
const only = option('only');
const show = option('show');
const { applyEdits } = (await import(join(engine, 'apply-edits.ts'))) as { applyEdits: Apply };

/** Hunks of the project's own commits, spread evenly. */
function committed(most: number): NamedEdit[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const edits: NamedEdit[] = [];
  for (const commit of git('log', '--format=%H', '--no-merges', '--max-count=60').trim().split('\n')) {
    const changed = git('diff-tree', '-r', '--no-commit-id', '--diff-filter=M', '--name-only', commit).trim();
    for (const path of changed
      .split('\n')
      .filter(each => /\.(?:ts|tsx|md|json|css|sh|yml)$/.test(each))
      .slice(0, 8)) {
      const [before, after] = [git('show', `${commit}^:${path}`), git('show', `${commit}:${path}`)];
      if (before.length < 100_000) edits.push(...editsBetween(path, before, after).slice(0, 3));
    }
  }
  const step = Math.max(1, edits.length / most);
  return Array.from({ length: Math.min(most, edits.length) }, (_, at) => edits[Math.floor(at * step)]!);
}

const [first = 11, last = first] = (option('seed') ?? '11').split('-').map(Number);
const sets = Array.from({ length: last - first + 1 }, (_, at) =>
  makeEdits(Number(option('made') ?? 250), first + at, OWN_FILES),
);
sets.push(committed(Number(option('committed') ?? 150)));
const tally = new Map<string, Record<Verdict, number> & { class: EditClass }>();
let spent = 0;
for (const each of sets.values().flatMap(casesOf)) {
  if (only !== undefined && !new RegExp(only).test(each.kind)) continue;
  const row = tally.get(each.kind) ?? {
    class: each.class,
    right: 0,
    refused: 0,
    'wrong content': 0,
    'wrong indentation': 0,
  };
  tally.set(each.kind, row);
  const content = new TextEncoder().encode(each.file);
  let written: string | undefined;
  let why = '';
  const start = performance.now();
  try {
    const { bytes } = applyEdits(content, each.edits, { path: each.path });
    written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error;
    why = (error as Error).message;
  }
  spent += performance.now() - start;
  const verdict = judge(each, written);
  row[verdict]++;
  const odd = verdict.startsWith('wrong') || (verdict === 'refused' && each.class !== 'refuse');
  if (odd && (show === each.kind || (show === 'wrong' && verdict.startsWith('wrong')))) {
    console.log(`=== ${each.kind}: ${verdict} (${each.path})`);
    for (const { old_text, new_text } of each.edits) console.log(`--- old\n${old_text}\n--- new\n${new_text}`);
    if (why !== '') console.log(`--- refused\n${why}`);
    if (written !== undefined) {
      const [got, meant] = [written, each.result ?? each.file].map(text => text.split('\n')) as [string[], string[]];
      const at = got.findIndex((line, index) => line !== meant[index]);
      console.log(`--- got (line ${at + 1})\n${got.slice(Math.max(0, at - 2), at + 6).join('\n')}`);
      console.log(`--- meant\n${meant.slice(Math.max(0, at - 2), at + 6).join('\n')}`);
    }
  }
}
const total = new Map<EditClass, Record<Verdict, number>>();
for (const [kind, { class: kindClass, ...row }] of [...tally].sort((a, b) => (a[1].class < b[1].class ? -1 : 1))) {
  const sum = total.get(kindClass) ?? { right: 0, refused: 0, 'wrong content': 0, 'wrong indentation': 0 };
  for (const key of Object.keys(sum) as Verdict[]) sum[key] += row[key];
  total.set(kindClass, sum);
  const count = Object.values(row).reduce((a, b) => a + b, 0);
  const ideal = kindClass === 'refuse' ? row.refused : row.right;
  console.log(
    `${kindClass.padEnd(10)} ${kind.padEnd(44)} ${String(count).padStart(4)} ${((100 * ideal) / count).toFixed(1).padStart(6)} %  ${JSON.stringify(row)}`,
  );
}
for (const [kindClass, row] of total) {
  const count = Object.values(row).reduce((a, b) => a + b, 0);
  console.log(
    `${kindClass}: ${count} cases, right ${((100 * row.right) / count).toFixed(1)} %, ${JSON.stringify(row)}`,
  );
}
console.log(`${(spent / 1000).toFixed(1)} s in the engine`);
