import type { Random } from './random.ts';
import { countPlaces, indentOf, newOf, oldOf, renameWord, type Step, type TrueChange, unitOf } from './true-change.ts';

/** What a model sends. */
export interface Sent {
  readonly old: string;
  readonly new: string;
  /** What the file holds, where it is the file that is not as the model saw it. */
  readonly lines?: readonly string[];
}

/** A file that is to be edited, and what it is to hold afterwards, as lines. */
export interface Trial {
  readonly change: TrueChange;
  readonly random: Random;
}

export interface Corruption {
  readonly name: string;
  /** Whether there is but one reading, or one that is plausible. */
  readonly sort: 'decidable' | 'plausible';
  /** Undefined where the change has nothing to spoil. */
  spoil(trial: Trial): Sent | undefined;
}

const textOf = (lines: readonly string[]) => lines.join('\n');
const isBlank = (line: string) => line.trim() === '';

const sentLines = (change: TrueChange, spoil: (line: string) => string): Sent | undefined => {
  const old = oldOf(change).map(spoil);
  if (textOf(old) === textOf(oldOf(change))) return undefined;
  return { old: textOf(old), new: textOf(newOf(change).map(spoil)) };
};

const ofSteps = (change: TrueChange, steps: readonly Step[]): Sent => ({
  old: textOf(oldOf({ ...change, steps })),
  new: textOf(newOf({ ...change, steps })),
});

/** Every line of the change, old and new, is spoilt in the same way. */
const everyLine = (name: string, spoil: (line: string, trial: Trial) => string): Corruption => ({
  name,
  sort: 'decidable',
  spoil: trial => sentLines(trial.change, line => spoil(line, trial)),
});

/** The lines that stay are spoilt, the ones that change are not. */
const context = (
  name: string,
  spoil: (line: string, random: Random) => string,
  sort: Corruption['sort'] = 'decidable',
): Corruption => ({
  name,
  sort,
  spoil: ({ change, random }) => {
    const steps = change.steps.map(step => (step.tag === ' ' ? { ...step, text: spoil(step.text, random) } : step));
    const sent = ofSteps(change, steps);
    return sent.old === textOf(oldOf(change)) ? undefined : sent;
  },
});

/** One line that stays is another one; the rest fixes the place. */
const oneContextLine = (name: string, spoil: (line: string, random: Random) => string | undefined): Corruption => ({
  name,
  sort: 'plausible',
  spoil: ({ change, random }) => {
    const stay = change.steps.flatMap(({ tag, text }, index) =>
      tag === ' ' && text.trim().length > 10 ? [index] : [],
    );
    if (stay.length === 0 || oldOf(change).length < 3) return undefined;
    const at = random.pick(stay);
    const spoilt = spoil(change.steps[at]!.text, random);
    if (spoilt === undefined || spoilt === change.steps[at]!.text) return undefined;
    const wanted = change.steps.flatMap(({ tag, text }, index) =>
      tag === '+' ? [] : [index === at ? undefined : text],
    );
    if (!isTelling(wanted) || countPlaces(change.lines, wanted) !== 1) return undefined;
    return ofSteps(
      change,
      change.steps.map((step, index) => (index === at ? { ...step, text: spoilt } : step)),
    );
  },
});

/** Two lines at least that say something. */
export const isTelling = (lines: readonly (string | undefined)[]): boolean =>
  lines.filter(line => line !== undefined && line.replace(/\W/g, '').length >= 8).length >= 2;

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter(line => !isBlank(line)).map(indentOf);
  const [first = ''] = indents.sort((a, b) => a.length - b.length);
  return indents.every(indent => indent.startsWith(first)) ? first : '';
}

const bothOf = (change: TrueChange) => change.steps.map(({ text }) => text);

const indentation: Corruption[] = [
  {
    name: 'indentation lost',
    sort: 'decidable',
    spoil: ({ change }) => {
      const common = commonIndent(bothOf(change)).length;
      return sentLines(change, line => (isBlank(line) ? line : line.slice(common)));
    },
  },
  {
    name: 'indentation shifted out',
    sort: 'decidable',
    spoil: ({ change }) => {
      const step = commonIndent(bothOf(change)).startsWith('\t') ? 1 : 2;
      if (commonIndent(bothOf(change)).length < step) return undefined;
      return sentLines(change, line => (isBlank(line) ? line : line.slice(step)));
    },
  },
  {
    name: 'indentation shifted in',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const by = bothOf(change).some(line => line.startsWith('\t')) ? '\t' : random.pick(['  ', '    ', ' ']);
      return sentLines(change, line => (isBlank(line) ? line : by + line));
    },
  },
  {
    name: 'first line without indentation',
    sort: 'decidable',
    spoil: ({ change }) => {
      if (change.steps[0]!.tag !== ' ' || indentOf(change.steps[0]!.text) === '') return undefined;
      const [first, ...rest] = change.steps;
      return ofSteps(change, [{ ...first!, text: first!.text.trimStart() }, ...rest]);
    },
  },
  everyLine(
    'leading blanks as non-breaking',
    line => '\u00A0'.repeat(indentOf(line).replaceAll('\t', '    ').length) + line.trimStart(),
  ),
  ...[2, 4, 8].map(width =>
    everyLine(
      `tabs as ${width} blanks`,
      line => indentOf(line).replaceAll('\t', ' '.repeat(width)) + line.slice(indentOf(line).length),
    ),
  ),
  {
    name: 'blanks as tabs',
    sort: 'decidable',
    spoil: ({ change }) => {
      const unit = unitOf(change.lines);
      const deep = bothOf(change)
        .filter(line => !isBlank(line))
        .map(line => indentOf(line));
      if (deep.some(indent => indent.includes('\t') || indent.length % unit !== 0)) return undefined;
      return sentLines(change, line => '\t'.repeat(indentOf(line).length / unit) + line.trimStart());
    },
  },
  {
    name: 'unit of 2 as 4',
    sort: 'decidable',
    spoil: ({ change }) =>
      unitOf(change.lines) !== 2 || bothOf(change).some(line => line.startsWith('\t'))
        ? undefined
        : sentLines(change, line => (isBlank(line) ? line : indentOf(line) + line)),
  },
  {
    name: 'unit of 4 as 2',
    sort: 'decidable',
    spoil: ({ change }) =>
      unitOf(change.lines) !== 4 || bothOf(change).some(line => !isBlank(line) && indentOf(line).length % 4 !== 0)
        ? undefined
        : sentLines(change, line => (isBlank(line) ? line : line.slice(indentOf(line).length / 2))),
  },
];

const blanks: Corruption[] = [
  {
    name: 'trailing blanks in old',
    sort: 'decidable',
    spoil: ({ change, random }) => ({
      old: `${textOf(oldOf(change).map(line => line + random.pick(['', ' ', '  ', '\t'])))} `,
      new: textOf(newOf(change)),
    }),
  },
  context('trailing blanks in context', line => `${line}  `),
  {
    name: 'trailing blanks everywhere',
    sort: 'decidable',
    spoil: ({ change }) => sentLines(change, line => `${line} `),
  },
  {
    name: 'blank line lost',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const blank = innerContext(change).filter(index => isBlank(change.steps[index]!.text));
      if (blank.length === 0) return undefined;
      const at = random.pick(blank);
      return ofSteps(
        change,
        change.steps.filter((_, index) => index !== at),
      );
    },
  },
  {
    name: 'blank line added',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const { steps } = change;
      const gaps = steps.flatMap(({ tag, text }, index) =>
        tag === ' ' && steps[index + 1]?.tag === ' ' && !isBlank(text) && !isBlank(steps[index + 1]!.text)
          ? [index + 1]
          : [],
      );
      if (gaps.length === 0) return undefined;
      const at = random.pick(gaps);
      return ofSteps(change, [...steps.slice(0, at), { tag: ' ', text: '' }, ...steps.slice(at)]);
    },
  },
  {
    name: 'line breaks around both',
    sort: 'decidable',
    spoil: ({ change }) => ({ old: `\n${textOf(oldOf(change))}\n`, new: `\n${textOf(newOf(change))}\n` }),
  },
];

/** Steps that stay and have such as stay on both sides. */
const innerContext = ({ steps }: TrueChange): number[] =>
  steps.flatMap(({ tag }, index) =>
    tag === ' ' && steps[index - 1]?.tag === ' ' && steps[index + 1]?.tag === ' ' ? [index] : [],
  );

const curly = (text: string): string =>
  text
    .replace(/(^|[\s([{=])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{=])'/g, '$1‘')
    .replaceAll("'", '’');

const typography: Corruption[] = [
  context('typographic quotes in context', curly),
  everyLine('typographic quotes everywhere', curly),
  everyLine('typographic dashes everywhere', line => indentOf(line) + line.trimStart().replaceAll(' - ', ' – ')),
  context('non-breaking blanks in context', line => indentOf(line) + line.trimStart().replaceAll(' ', '\u00A0')),
  everyLine('non-breaking blanks everywhere', line => indentOf(line) + line.trimStart().replaceAll(' ', '\u00A0')),
];

const numbers = [
  ['12→', (n: number) => `${n}→`],
  ['12:', (n: number) => `${n}: `],
  ['12 |', (n: number) => `${n} | `],
  ['12|', (n: number) => `${n}|`],
  ['L12:', (n: number) => `L${n}: `],
  ['cat -n', (n: number) => `${String(n).padStart(6)}\t`],
  ['padded 12→', (n: number) => `${String(n).padStart(6)}→`],
  ['padded 12 |', (n: number) => `${String(n).padStart(4)} | `],
] as const;

const numbered = (lines: readonly string[], mark: (n: number) => string, from: number) =>
  lines.map((line, index) => (isBlank(line) ? mark(from + index).trimEnd() : mark(from + index)) + line).join('\n');

const decorations: Corruption[] = [
  ...numbers.flatMap(([name, mark]): Corruption[] => [
    {
      name: `numbers ${name} in both`,
      sort: 'decidable',
      spoil: ({ change }) => ({
        old: numbered(oldOf(change), mark, change.at + 1),
        new: numbered(newOf(change), mark, change.at + 1),
      }),
    },
    {
      name: `numbers ${name} in old`,
      sort: 'decidable',
      spoil: ({ change }) => ({ old: numbered(oldOf(change), mark, change.at + 1), new: textOf(newOf(change)) }),
    },
  ]),
  {
    name: 'numbers, new lines without',
    sort: 'decidable',
    spoil: ({ change }) => {
      let line = change.at;
      const mark = (step: Step) => {
        if (step.tag === '+') return step.text;
        line += 1;
        return `${line}→${step.text}`;
      };
      return ofSteps(
        change,
        change.steps.map(step => ({ ...step, text: mark(step) })),
      );
    },
  },
  {
    name: 'fence around both',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const fence = random.pick(['```', '```ts', '```python']);
      return { old: `${fence}\n${textOf(oldOf(change))}\n\`\`\``, new: `${fence}\n${textOf(newOf(change))}\n\`\`\`` };
    },
  },
  {
    name: 'fence around old',
    sort: 'decidable',
    spoil: ({ change }) => ({ old: `\`\`\`\n${textOf(oldOf(change))}\n\`\`\`\n`, new: textOf(newOf(change)) }),
  },
  {
    name: 'diff markers',
    sort: 'decidable',
    spoil: ({ change }) =>
      ofSteps(
        change,
        change.steps.map(({ tag, text }) => ({ tag, text: tag + text })),
      ),
  },
  {
    name: 'diff markers on every line',
    sort: 'decidable',
    spoil: ({ change }) => ({
      old: oldOf(change)
        .map(line => `-${line}`)
        .join('\n'),
      new: newOf(change)
        .map(line => `+${line}`)
        .join('\n'),
    }),
  },
];

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapes: Corruption[] = [
  {
    name: 'escaped as JSON',
    sort: 'decidable',
    spoil: ({ change }) => {
      const [was, is] = [textOf(oldOf(change)), textOf(newOf(change))];
      return json(was) === was ? undefined : { old: json(was), new: json(is) };
    },
  },
  {
    name: 'escaped quotes',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\'))
        ? undefined
        : sentLines(change, line => line.replaceAll('"', '\\"')),
  },
  {
    name: 'escaped tabs',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\'))
        ? undefined
        : sentLines(change, line => line.replaceAll('\t', '\\t')),
  },
  {
    name: 'escaped line breaks',
    sort: 'decidable',
    spoil: ({ change }) =>
      bothOf(change).some(line => line.includes('\\')) || oldOf(change).length < 2
        ? undefined
        : { old: oldOf(change).join('\\n'), new: newOf(change).join('\\n') },
  },
  {
    name: 'backslashes doubled',
    sort: 'decidable',
    spoil: ({ change }) => sentLines(change, line => line.replaceAll('\\', '\\\\')),
  },
  everyLine('HTML entities', entities),
  everyLine('HTML entities with quotes', line => entities(line).replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
];

const misremembered: Corruption[] = [
  oneContextLine('context: another name', renameWord),
  oneContextLine('context: comment lost', line => {
    const at = line.search(/\s+(\/\/|#|\/\*) ?\w/);
    return at > 8 ? line.slice(0, at) : undefined;
  }),
  oneContextLine('context: comment added', (line, random) =>
    /[;,)}\]]$/.test(line) ? `${line} ${random.pick(['// as before', '# as before'])}` : undefined,
  ),
  oneContextLine('context: end of line lost', line => (/\w[;,]$/.test(line) ? line.slice(0, -1) : undefined)),
  oneContextLine('context: another number', line =>
    /\d/.test(line) ? line.replace(/\d+/, n => `${Number(n) + 1}`) : undefined,
  ),
  {
    name: 'context: line forgotten',
    sort: 'plausible',
    spoil: ({ change, random }) => {
      const inner = innerContext(change).filter(index => !isBlank(change.steps[index]!.text));
      if (inner.length === 0) return undefined;
      const at = random.pick(inner);
      return ofSteps(
        change,
        change.steps.filter((_, index) => index !== at),
      );
    },
  },
  {
    name: 'alignment collapsed',
    sort: 'plausible',
    spoil: ({ change }) => {
      const isAligned = (line: string) => /\S {2,}\S/.test(line);
      const goes = change.steps.filter(({ tag }) => tag !== ' ');
      if (goes.some(({ text }) => isAligned(text))) return undefined;
      return sentLines(change, line => indentOf(line) + line.trimStart().replace(/(\S) {2,}(?=\S)/g, '$1 '));
    },
  },
  {
    name: 'dots for lines',
    sort: 'plausible',
    spoil: ({ change, random }) => {
      const wide = random.pick([4, 6]);
      const { lines, at } = change;
      const end = at + oldOf(change).length;
      const more = lines.slice(end, end + wide);
      if (more.length < wide || more.some(line => /\.\.\.|…/.test(line))) return undefined;
      const last = more.at(-1)!;
      if (last.trim().length < 8 || countPlaces(lines, [last]) !== 1) return undefined;
      const dots: Step = { tag: ' ', text: random.pick(['...', '…', '// ...', `${indentOf(more[0]!)}...`]) };
      return ofSteps(change, [...change.steps, dots, { tag: ' ', text: last }]);
    },
  },
];

/** The file is not set as the text is; what the edit leaves must stay so. */
const fileDiffers = (
  name: string,
  differ: (line: string, random: Random) => string,
  { sort = 'decidable', unless = /^$/ }: { sort?: Corruption['sort']; unless?: RegExp } = {},
): Corruption => ({
  name,
  sort,
  spoil: ({ change, random }) => {
    // How the file would write such signs in lines that come cannot be told.
    if (change.steps.some(({ tag, text }) => tag !== ' ' && unless.test(text))) return undefined;
    const lines = mapUnchanged(change, line => differ(line, random));
    const end = change.at + oldOf(change).length;
    if (lines.slice(change.at, end).join() === change.lines.slice(change.at, end).join()) return undefined;
    return { ...ofSteps(change, change.steps), lines };
  },
});

function mapUnchanged(change: TrueChange, map: (line: string) => string): string[] {
  const goes = new Set<number>();
  let line = change.at;
  for (const { tag } of change.steps) {
    if (tag === '-') goes.add(line);
    if (tag !== '+') line += 1;
  }
  return change.lines.map((text, index) => (goes.has(index) ? text : map(text)));
}

const otherFiles: Corruption[] = [
  fileDiffers('trailing blanks in the file', (line, random) => (random.chance(0.5) ? `${line}  ` : line)),
  fileDiffers('typographic quotes in the file', curly, { unless: /['"-]|[^\x00-\x7f]/ }),
  fileDiffers('non-breaking blanks in the file', line => indentOf(line) + line.trimStart().replace(' ', '\u00A0'), {
    sort: 'plausible',
  }),
];

export const corruptions: readonly Corruption[] = [
  { name: 'exact', sort: 'decidable', spoil: ({ change }) => ofSteps(change, change.steps) },
  ...indentation,
  ...blanks,
  ...typography,
  ...decorations,
  ...escapes,
  ...otherFiles,
  ...misremembered,
];
