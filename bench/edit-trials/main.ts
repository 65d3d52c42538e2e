// node bench/edit-trials/main.ts [--seed 1] [--changes 400] [--from FOLDER]… [--repository FOLDER] [--engine CHECKOUT] [--show 'PATTERN' --limit 10]:
// changes of real files and of commits, spoilt as models spoil them, by kind; --show prints those whose "SORT KIND: FATE" fits.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corruptions } from './corruptions/all.ts';
import { isTelling, type Sent } from './corruptions/corruption.ts';
import { loadEngine, type SentEdit } from './engine.ts';
import { fileForms, plainForm, withTabs } from './file-forms.ts';
import { runPatches } from './patches/run.ts';
import { createRandom, type Random } from './random.ts';
import { refusals } from './refusals.ts';
import { readCommits, readSources } from './sources.ts';
import { fateOf, Tally } from './trial.ts';
import {
  afterOf,
  changeOfCommit,
  countPlaces,
  inventChange,
  newOf,
  oldOf,
  type TrueChange,
  unitOf,
} from './true-change.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '400' },
    from: { type: 'string', multiple: true },
    repository: { type: 'string', default: join(import.meta.dirname, '../..') },
    show: { type: 'string' },
    engine: { type: 'string', default: join(import.meta.dirname, '../..') },
    limit: { type: 'string', default: '10' },
  },
});

const random = createRandom(Number(values.seed));
const root = join(import.meta.dirname, '../..');
const folders = values.from ?? [
  ...['src', 'docs', 'page', 'test', 'scripts', 'node_modules'].map(name => join(root, name)),
  ...['/usr/lib/python3', '/usr/lib/python3.11', '/usr/include', '/usr/share/doc', '/usr/share/perl', '/etc'],
];
const engine = await loadEngine(values.engine);
const tally = new Tally(values.show === undefined ? undefined : new RegExp(values.show));
const changes = findChanges(Number(values.changes), random);
for (const change of changes) tryChange(change, random);
runPatches(changes, { random, tally, engine });
report();

function findChanges(count: number, random: Random): TrueChange[] {
  const sources = readSources(folders, Math.ceil(count / 10), random);
  const commits = readCommits(values.repository, Math.ceil(count / 3), random);
  const found: TrueChange[] = [];
  for (let tried = 0; found.length < count && tried < count * 20; tried += 1) {
    const change = random.chance(0.35)
      ? commits.length > 0 && changeOfCommit(random.pick(commits), random)
      : inventChange(random.pick(sources), random);
    if (!change || !isFit(change)) continue;
    const tabbed = random.chance(0.15) ? withTabs(change, unitOf(change.lines)) : undefined;
    found.push(tabbed ?? change);
  }
  return found;
}

/** Its old text says something and stands once, however it is set; its new text is another. */
function isFit(change: TrueChange): boolean {
  const old = oldOf(change);
  return (
    old.length <= 40 &&
    isTelling(old) &&
    old.join('\n') !== newOf(change).join('\n') &&
    !change.steps.some(({ text }) => /^\s*(\/\/|#|\/\*|<!--)?\s*(\.\.\.|…)/.test(text)) &&
    countPlaces(change.lines, old) === 1
  );
}

function tryChange(change: TrueChange, random: Random) {
  for (const corruption of corruptions) {
    const sent = corruption.spoil({ change, random });
    if (!sent || sent.old === sent.new) continue;
    const form = random.chance(0.3) ? random.pick(fileForms) : plainForm;
    const edits = [{ old_text: sent.old, new_text: sent.new }];
    tryEdits(`${corruption.name}`, { sort: corruption.sort, change, sent, edits, form });
  }
  for (const refusal of refusals) {
    const made = refusal.make(change, random);
    if (!made) continue;
    const before = plainForm.bytes(made.lines, change)!;
    const fate = call(before, made.edits, change.path);
    const detail = () => describe(change, made.edits, fate.written, fate.error);
    tally.add('refusal', refusal.name, { fate: fate.written ? 'wrongly placed' : 'refused', detail });
  }
  trySeveral(change, random);
}

interface Attempt {
  readonly sort: 'decidable' | 'plausible';
  readonly change: TrueChange;
  readonly sent: Pick<Sent, 'lines'>;
  readonly edits: readonly SentEdit[];
  readonly form: (typeof fileForms)[number];
}

function tryEdits(kind: string, { sort, change, sent, edits, form }: Attempt, after?: readonly string[]) {
  const real = { ...change, lines: sent.lines ?? change.lines };
  const before = form.bytes(real.lines, real);
  const wanted = form.bytes(after ?? afterOf(real), real);
  if (!before || !wanted) return;
  const { written, error } = call(before, edits, change.path);
  const fate = written ? fateOf(written, wanted) : 'refused';
  const detail = () => `${form.name}\n${describe(real, edits, written, error)}\nwanted:\n${around(wanted, real)}`;
  tally.add(sort, kind, { fate, detail });
}

/** Several changes of one file in a call, all spoilt in the same way. */
function trySeveral(first: TrueChange, random: Random) {
  const source = { path: first.path, lines: first.lines };
  const several = [first];
  for (let tried = 0; tried < 20 && several.length < 3; tried += 1) {
    const next = inventChange(source, random);
    if (!next || !isFit(next)) continue;
    const apart = (other: TrueChange) =>
      next.at + oldOf(next).length + 1 < other.at || other.at + oldOf(other).length + 1 < next.at;
    if (several.every(apart)) several.push(next);
  }
  if (several.length < 2) return;
  const corruption = random.pick(
    corruptions.filter(({ sort, name }) => sort === 'decidable' && !name.includes('the file')),
  );
  const sents = several.map(
    change => corruption.spoil({ change, random }) ?? { old: oldOf(change).join('\n'), new: newOf(change).join('\n') },
  );
  if (sents.some(sent => sent.old === sent.new)) return;
  const edits = sents.map(sent => ({ old_text: sent.old, new_text: sent.new }));
  let lines = first.lines;
  for (const change of [...several].sort((a, b) => b.at - a.at)) lines = afterOf({ ...change, lines });
  tryEdits(
    `several: ${corruption.name}`,
    { sort: 'decidable', change: first, sent: {}, edits, form: plainForm },
    lines,
  );
}

function call(before: Uint8Array, edits: readonly SentEdit[], path: string): { written?: Uint8Array; error?: string } {
  const made = engine.edit(before, edits, path);
  return 'written' in made ? made : { error: made.refused };
}

function around(bytes: Uint8Array, { at }: TrueChange): string {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return lines
    .slice(Math.max(0, at - 2), at + 30)
    .map(line => JSON.stringify(line))
    .join('\n');
}

function describe(change: TrueChange, edits: readonly SentEdit[], written?: Uint8Array, error?: string): string {
  const sent = edits.map(edit => `old:\n${edit.old_text}\nnew:\n${edit.new_text}`).join('\n--\n');
  const before = around(Buffer.from(change.lines.join('\n')), change);
  return `${change.path}\nfile:\n${before}\n${sent}\n${written ? `written:\n${around(written, change)}` : `error: ${error}`}`;
}

function report() {
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const share = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
  for (const sort of ['decidable', 'plausible', 'refusal'] as const) {
    let [all, good] = [0, 0];
    const wrong: string[] = [];
    const lines: string[] = [];
    for (const { kind, fates, sort: own } of tally.rows.values()) {
      if (own !== sort) continue;
      const sum = [...fates.values()].reduce((a, b) => a + b, 0);
      const right = fates.get(sort === 'refusal' ? 'refused' : 'right') ?? 0;
      all += sum;
      good += right;
      lines.push(
        `${kind.padEnd(48)} ${String(right).padStart(5)} of ${String(sum).padStart(5)} ${share(right, sum)} ${[...fates].map(([fate, count]) => `${fate} ${count}`).join(', ')}`,
      );
      for (const [fate, count] of fates) if (fate.startsWith('wrong')) wrong.push(`${kind}: ${fate} ${count}`);
    }
    print(
      `\n${sort}: ${good} of ${all} ${share(good, all)}; wrong: ${wrong.length === 0 ? 'none' : `\n  ${wrong.join('\n  ')}`}`,
    );
    print(lines.join('\n'));
  }
  for (const each of tally.shown.slice(0, Number(values.limit))) print(each);
}
