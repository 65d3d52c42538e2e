import type { Engine } from './engine.ts';
import type { Random } from './random.ts';
import { fateOf, type Tally } from './trial.ts';
import {
  afterOf,
  countPlaces,
  indentOf,
  inventChange,
  oldOf,
  renameWord,
  type Step,
  type TrueChange,
  unitOf,
} from './true-change.ts';

/** A patch of some files, and what each is to hold; undefined where the patch must change nothing. */
interface PatchTrial {
  readonly sort: 'decidable' | 'plausible' | 'refusal';
  readonly patch: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string> | undefined;
}

interface PatchKind {
  readonly name: string;
  make(change: TrueChange, random: Random): PatchTrial | undefined;
}

const NAME = 'src/file.txt';
const asText = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');
const marked = (steps: readonly Step[]) => steps.map(({ tag, text }) => tag + text);

interface Numbers {
  readonly line?: number;
  readonly counts?: readonly [number, number];
}

/** A hunk with its head, whose numbers are right unless told. */
function hunkOf(change: TrueChange, { line = change.at + 1, counts }: Numbers = {}): string {
  const [old, fresh] = counts ?? [oldOf(change).length, change.steps.filter(({ tag }) => tag !== '-').length];
  return [`@@ -${line},${old} +${line},${fresh} @@`, ...marked(change.steps)].join('\n');
}

const unified = (hunks: readonly string[], head = `--- a/${NAME}\n+++ b/${NAME}`) => `${head}\n${hunks.join('\n')}\n`;
const envelope = (hunks: readonly string[], head = `*** Update File: ${NAME}`) =>
  `*** Begin Patch\n${head}\n${hunks.join('\n')}\n*** End Patch`;

const single = (
  change: TrueChange,
  patch: string,
  { sort = 'decidable', lines = change.lines }: { sort?: PatchTrial['sort']; lines?: readonly string[] } = {},
): PatchTrial => ({
  sort,
  patch,
  before: new Map([[NAME, asText(lines)]]),
  after: sort === 'refusal' ? undefined : new Map([[NAME, asText(afterOf({ ...change, lines }))]]),
});

const remark = (change: TrueChange, map: (line: string) => string): TrueChange => ({
  ...change,
  steps: change.steps.map(step => ({ ...step, text: map(step.text) })),
});

const dedented = (change: TrueChange): TrueChange | undefined => {
  const least = Math.min(
    ...change.steps.filter(({ text }) => text.trim() !== '').map(({ text }) => indentOf(text).length),
  );
  return least === 0 ? undefined : remark(change, line => (line.trim() === '' ? line : line.slice(least)));
};

/** One line of context is another one. */
function misremembered(change: TrueChange, random: Random): TrueChange | undefined {
  const stay = change.steps.flatMap(({ tag, text }, index) => (tag === ' ' && text.trim().length > 10 ? [index] : []));
  if (stay.length < 2) return undefined;
  const at = random.pick(stay);
  const spoilt = renameWord(change.steps[at]!.text, random);
  if (spoilt === undefined) return undefined;
  const wanted = change.steps.flatMap(({ tag, text }, index) => (tag === '+' ? [] : [index === at ? undefined : text]));
  if (countPlaces(change.lines, wanted) !== 1) return undefined;
  return { ...change, steps: change.steps.map((step, index) => (index === at ? { ...step, text: spoilt } : step)) };
}

/** The old lines stand a second time, below. */
function doubled(change: TrueChange): TrueChange {
  return { ...change, lines: [...change.lines, 'between the two', ...oldOf(change)] };
}

const headings = (change: TrueChange): string[] =>
  change.lines
    .slice(0, change.at)
    .filter(line => /\w{4}/.test(line) && countPlaces(change.lines, [line]) === 1)
    .slice(-3);

const forms: readonly (readonly [string, (change: TrueChange) => string])[] = [
  ['right', change => unified([hunkOf(change)])],
  ['no prefix', change => unified([hunkOf(change)], `--- ${NAME}\n+++ ${NAME}`)],
  [
    'git head',
    change =>
      unified(
        [hunkOf(change)],
        `diff --git a/${NAME} b/${NAME}\nindex 12ab..34cd 100644\n--- a/${NAME}\n+++ b/${NAME}`,
      ),
  ],
  ['wrong line', change => unified([hunkOf(change, { line: Math.max(1, change.at - 40) })])],
  ['line 1', change => unified([hunkOf(change, { line: 1 })])],
  ['wrong counts', change => unified([hunkOf(change, { counts: [3, 9] })])],
  ['no counts', change => unified([['@@ @@', ...marked(change.steps)].join('\n')])],
  ['bare @@', change => unified([['@@', ...marked(change.steps)].join('\n')])],
  ['@@ with dots', change => unified([['@@ ... @@', ...marked(change.steps)].join('\n')])],
  ['in a fence', change => `\`\`\`diff\n${unified([hunkOf(change)])}\`\`\``],
  ['blank context without blank', change => unified([hunkOf(change).replace(/^ $/gm, '')])],
  ['trailing blanks cut', change => unified([hunkOf(change).replace(/[ \t]+$/gm, '')])],
  ['CRLF patch', change => unified([hunkOf(change)]).replaceAll('\n', '\r\n')],
  [
    'timestamps',
    change => unified([hunkOf(change)], `--- a/${NAME}\t2024-01-01 00:00:00\n+++ b/${NAME}\t2024-01-01 00:00:01`),
  ],
  ['envelope', change => envelope([['@@', ...marked(change.steps)].join('\n')])],
  ['envelope without @@', change => envelope([marked(change.steps).join('\n')])],
  ['envelope, unified heads', change => envelope([hunkOf(change)])],
  [
    'envelope as a heredoc',
    change => `apply_patch <<'EOF'\n${envelope([['@@', ...marked(change.steps)].join('\n')])}\nEOF`,
  ],
  ['envelope in a fence', change => `\`\`\`\n${envelope([['@@', ...marked(change.steps)].join('\n')])}\n\`\`\``],
];

const spoilt = (
  name: string,
  sort: 'decidable' | 'plausible',
  spoil: (change: TrueChange, random: Random) => TrueChange | undefined,
): PatchKind[] =>
  (['unified', 'envelope'] as const).map(form => ({
    name: `${form}: ${name}`,
    make: (change, random) => {
      const sent = spoil(change, random);
      if (!sent || oldOf(sent).join() === oldOf(change).join()) return undefined;
      const patch = form === 'unified' ? unified([hunkOf(sent)]) : envelope([['@@', ...marked(sent.steps)].join('\n')]);
      return single(change, patch, { sort });
    },
  }));

const kinds: readonly PatchKind[] = [
  ...forms.map(([name, write]): PatchKind => ({ name, make: change => single(change, write(change)) })),
  ...spoilt('indentation lost', 'decidable', dedented),
  ...spoilt('trailing blanks added', 'decidable', change => remark(change, line => `${line} `)),
  ...spoilt('tabs as blanks', 'decidable', change =>
    remark(change, line => indentOf(line).replaceAll('\t', '    ') + line.slice(indentOf(line).length)),
  ),
  ...spoilt('blanks as tabs', 'decidable', change => {
    const unit = unitOf(change.lines);
    if (
      change.steps.some(
        ({ text }) => text.trim() !== '' && (indentOf(text).length % unit !== 0 || text.startsWith('\t')),
      )
    )
      return undefined;
    return remark(change, line => '\t'.repeat(indentOf(line).length / unit) + line.trimStart());
  }),
  ...spoilt('typographic quotes', 'decidable', change =>
    remark(change, line => line.replaceAll("'", '’').replaceAll('"', '”')),
  ),
  ...spoilt('HTML entities', 'decidable', change =>
    remark(change, line => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  ...spoilt('context misremembered', 'plausible', misremembered),
  ...spoilt('blank context lost', 'decidable', change => {
    const at = change.steps.findIndex(
      ({ tag, text }, index) =>
        tag === ' ' &&
        text.trim() === '' &&
        index > 0 &&
        change.steps[index - 1]!.tag === ' ' &&
        change.steps[index + 1]?.tag === ' ',
    );
    return at < 0 ? undefined : { ...change, steps: change.steps.filter((_, index) => index !== at) };
  }),
  {
    name: 'CRLF file',
    make: change => {
      const { patch, before, after } = single(change, unified([hunkOf(change)]));
      const crlf = (files: ReadonlyMap<string, string>) =>
        new Map([...files].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));
      return { sort: 'decidable', patch, before: crlf(before), after: crlf(after!) };
    },
  },
  {
    name: 'no context',
    make: change => {
      const steps = change.steps.filter(({ tag }) => tag !== ' ');
      const from = change.steps.findIndex(({ tag }) => tag !== ' ');
      const bare = { ...change, at: change.at + from, steps };
      const inside = change.steps.slice(from, change.steps.findLastIndex(({ tag }) => tag !== ' ') + 1);
      if (inside.some(({ tag }) => tag === ' ') || oldOf(bare).length === 0) return undefined;
      return countPlaces(change.lines, oldOf(bare)) === 1 && oldOf(bare).some(line => /\w{5}/.test(line))
        ? single(bare, envelope([['@@', ...marked(steps)].join('\n')]))
        : undefined;
    },
  },
  {
    name: 'anchor, then context',
    make: change => {
      const [anchor] = headings(change);
      return anchor === undefined
        ? undefined
        : single(change, envelope([[`@@ ${anchor.trim()}`, ...marked(change.steps)].join('\n')]));
    },
  },
  {
    name: 'anchor that does not exist, context unique',
    make: change =>
      single(change, envelope([['@@ function noSuchThing()', ...marked(change.steps)].join('\n')]), {
        sort: 'plausible',
      }),
  },
  {
    name: 'pure addition below an anchor',
    make: ({ path, lines, at }, random) => {
      const anchor = lines[at]!;
      if (!/\w{5}/.test(anchor) || countPlaces(lines, [anchor]) !== 1) return undefined;
      const added = `${indentOf(anchor)}added_${random.below(1000)}();`;
      const change: TrueChange = { path, lines, at: at + 1, steps: [{ tag: '+', text: added }] };
      return single(change, envelope([[`@@ ${anchor.trim()}`, `+${added}`].join('\n')]));
    },
  },
  {
    name: 'addition at the end of the file',
    make: ({ path, lines }, random) => {
      const steps: Step[] = [
        { tag: '+', text: '' },
        { tag: '+', text: `added_${random.below(1000)}();` },
      ];
      const change: TrueChange = { path, lines, at: lines.length, steps };
      return single(change, envelope([['@@', ...marked(steps), '*** End of File'].join('\n')]));
    },
  },
  {
    name: 'two equal places, anchored',
    make: change => {
      const twice = doubled(change);
      if (countPlaces(change.lines, ['between the two']) > 0) return undefined;
      const second = { ...change, lines: twice.lines, at: change.lines.length + 1 };
      return single(second, envelope([['@@ between the two', ...marked(change.steps)].join('\n')]));
    },
  },
  {
    name: 'two equal places, right line',
    make: change => ({ ...single(doubled(change), unified([hunkOf(change)])), sort: 'plausible' }),
  },
  {
    name: 'two equal places',
    make: change =>
      single(doubled(change), envelope([['@@', ...marked(change.steps)].join('\n')]), { sort: 'refusal' }),
  },
  {
    name: 'envelope that is cut off',
    make: change =>
      single(change, envelope([['@@', ...marked(change.steps)].join('\n')]).replace('\n*** End Patch', ''), {
        sort: 'refusal',
      }),
  },
  {
    name: 'two equal places, line of neither',
    make: change =>
      change.at + oldOf(change).length + 12 > change.lines.length
        ? undefined
        : single(doubled(change), unified([hunkOf(change, { line: change.at + 9 + oldOf(change).length })]), {
            sort: 'refusal',
          }),
  },
  {
    name: 'already applied',
    make: change => {
      const after = afterOf(change);
      if (countPlaces(after, oldOf(change)) > 0 || change.steps.every(({ tag }) => tag !== '+')) return undefined;
      return single(change, unified([hunkOf(change)]), { sort: 'refusal', lines: after });
    },
  },
  {
    name: 'placeholder in what is added',
    make: change => {
      const steps: Step[] = [...change.steps, { tag: '+', text: '// ... existing code ...' }];
      return single(change, unified([hunkOf({ ...change, steps })]), { sort: 'refusal' });
    },
  },
  {
    name: 'a removed line is another one',
    make: (change, random) => {
      const went = change.steps.findIndex(({ tag, text }) => tag === '-' && text.trim().length > 10);
      const other = went < 0 ? undefined : renameWord(renameWord(change.steps[went]!.text, random) ?? '', random);
      if (other === undefined || other.trim() === change.steps[went]!.text.trim()) return undefined;
      const steps = change.steps.map((step, index) => (index === went ? { ...step, text: other } : step));
      return single(change, unified([hunkOf({ ...change, steps })]), { sort: 'refusal' });
    },
  },
  {
    name: 'several hunks, wrong lines',
    make: (change, random) => {
      const several = [change];
      for (let tried = 0; tried < 12 && several.length < 3; tried += 1) {
        const next = inventChange(change, random);
        const isApart =
          next &&
          several.every(({ at, steps }) => next.at + next.steps.length + 4 < at || at + steps.length + 4 < next.at);
        if (next && isApart && countPlaces(change.lines, oldOf(next)) === 1) several.push(next);
      }
      several.sort((a, b) => a.at - b.at);
      let lines = change.lines;
      for (const each of several.toReversed()) lines = afterOf({ ...each, lines });
      const hunks = several.map(each => hunkOf(each, { line: each.at + 30 }));
      const trial = single(change, unified(hunks));
      return several.length < 2 ? undefined : { ...trial, after: new Map([[NAME, asText(lines)]]) };
    },
  },
  {
    name: 'several files',
    make: (change, random) => {
      const next = inventChange(change, random);
      if (!next || countPlaces(next.lines, oldOf(next)) !== 1) return undefined;
      const patch = random.chance(0.5)
        ? `${unified([hunkOf(change)])}${unified([hunkOf(next)], '--- a/other.txt\n+++ b/other.txt')}`
        : envelope([
            marked(change.steps).join('\n'),
            '*** Update File: other.txt',
            '@@',
            marked(next.steps).join('\n'),
          ]);
      return {
        sort: 'decidable',
        patch,
        before: new Map([
          [NAME, asText(change.lines)],
          ['other.txt', asText(next.lines)],
        ]),
        after: new Map([
          [NAME, asText(afterOf(change))],
          ['other.txt', asText(afterOf(next))],
        ]),
      };
    },
  },
  {
    name: 'renamed and changed',
    make: (change, random) => {
      const patch = random.chance(0.5)
        ? unified(
            [hunkOf(change)],
            `diff --git a/${NAME} b/moved.txt\nsimilarity index 90%\nrename from ${NAME}\nrename to moved.txt\n--- a/${NAME}\n+++ b/moved.txt`,
          )
        : envelope([marked(change.steps).join('\n')], `*** Update File: ${NAME}\n*** Move to: moved.txt`);
      return { ...single(change, patch), after: new Map([['moved.txt', asText(afterOf(change))]]) };
    },
  },
  {
    name: 'a file added, one deleted',
    make: (change, random) => {
      const added = oldOf(change);
      const patch = random.chance(0.5)
        ? `${unified([`@@ -0,0 +1,${added.length} @@`, ...added.map(line => `+${line}`)], '--- /dev/null\n+++ b/new.txt')}`
        : envelope([...added.map(line => `+${line}`), `*** Delete File: ${NAME}`], '*** Add File: new.txt');
      const isDeleted = patch.includes('*** Delete');
      const before = new Map([[NAME, asText(change.lines)]]);
      return {
        sort: 'decidable',
        patch,
        before,
        after: new Map([...(isDeleted ? [] : before), ['new.txt', asText(added)]]),
      };
    },
  },
];

export function runPatches(
  changes: readonly TrueChange[],
  { random, tally, engine }: { random: Random; tally: Tally; engine: Engine },
) {
  for (const change of changes) {
    for (const kind of kinds) {
      const trial = kind.make(change, random);
      if (trial) tryPatch(kind.name, trial, { tally, engine });
    }
  }
}

function tryPatch(
  name: string,
  { sort, patch, before, after }: PatchTrial,
  { tally, engine }: { tally: Tally; engine: Engine },
) {
  const made = engine.patch(patch, before);
  const written = 'files' in made ? made.files : undefined;
  const said = 'files' in made ? '' : made.refused;
  const show = (files?: ReadonlyMap<string, string>) =>
    [...(files ?? [])]
      .map(([path, text]) => `${path}\n${text}`)
      .join('\n')
      .slice(0, 6000);
  const detail = () => `${patch}\nsaid: ${said}\n--- before\n${show(before)}\n--- written\n${show(written)}`;
  const flat = (files: ReadonlyMap<string, string>) => Buffer.from(JSON.stringify([...files].sort()));
  const fate = !written ? 'refused' : !after ? 'wrongly placed' : fateOf(flat(written), flat(after));
  tally.add(sort, `patch: ${name}`, { fate, detail });
}
