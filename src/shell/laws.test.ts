import fc from 'fast-check';
import { expect, test } from 'vitest';
import { corpusFiles, readCorpus, WHERE } from '../../test/cases/shell/read-corpus.ts';
import { runs, some } from '../../test/support/suite.ts';
import { isUnbounded } from '../tool/effect.ts';
import { quoteWord } from './state/value.ts';
import { understandCommand } from './understand-command.ts';

const corpus = corpusFiles().flatMap(readCorpus);
const dangerOf = (command: string) => understandCommand(command, WHERE).danger;
const RANK = { safe: 0, moderate: 1, dangerous: 2 };

/** Commands that leave the shell as it was, so that they may stand anywhere. */
const plain = corpus.filter(({ command }) => !/<<|#|\{\}|\$[@\d]|\\$|^exec |[|&]$|^fg/.test(command));
const dangerous = plain.filter(({ danger }) => danger === 'dangerous').map(({ command }) => command);
const safe = plain.filter(({ danger }) => danger === 'safe').map(({ command }) => command);

/** A fixed seed makes the same runs each time, so that a failure is a change's. */
const SEED = 20_261_115;

const WRAPPERS: readonly ((command: string) => string)[] = [
  command => `sh -c ${quoteWord(command)}`,
  command => `/bin/bash -lc ${quoteWord(command)}`,
  command => `eval ${quoteWord(command)}`,
  command => `(${command}\n)`,
  command => `{ ${command}\n}`,
  command => `if true; then ${command}\nfi`,
  command => `if ls; then :; else ${command}\nfi`,
  command => `for own_i in 1 2; do ${command}\ndone`,
  command => `while read -r own_l; do ${command}\ndone < f`,
  command => `case x in a) ls;; *) ${command}\n;; esac`,
  command => `echo "$(${command}\n)"`,
  command => `own_x=$(${command}\n)`,
  command => `cat <(${command}\n)`,
  command => `own_run() { ${command}\n}; own_run`,
  command => `never_called() { ${command}\n}`,
  command => `trap ${quoteWord(command)} EXIT`,
  command => `bash <<'END'\n${command}\nEND`,
  command => `echo ${quoteWord(command)} | sh`,
  command => `bash <<< ${quoteWord(command)}`,
  command => `timeout 5 nice -n 3 sh -c ${quoteWord(command)}`,
  command => `env A=1 B=2 bash -c ${quoteWord(command)}`,
  command => `find . -name x -exec sh -c ${quoteWord(command)} \\;`,
  command => `nohup setsid sh -c ${quoteWord(command)} &`,
  command => `own_script=${quoteWord(command)}; eval "$own_script"`,
  command => `watch ${quoteWord(command)}`,
  command => `echo ${quoteWord(command)} > own-run.sh; sh own-run.sh`,
  command => `[[ -n $(${command}\n) ]]`,
  command => `coproc { ${command}\n}`,
  command => `! { ${command}\n}`,
  command => `time ( ${command}\n)`,
  command => `true && ( ${command}\n)`,
  command => `false || ( ${command}\n)`,
];

test('no wrapper makes a dangerous command look harmless', () => {
  for (const [index, command] of some(dangerous).entries()) {
    // Of some wrappers, others for each command.
    const first = index % WRAPPERS.length;
    const { unseen } = understandCommand(command, WHERE);
    for (const wrap of some([...WRAPPERS.slice(first), ...WRAPPERS.slice(0, first)])) {
      const wrapped = understandCommand(wrap(command), WHERE);
      expect(wrapped.danger, wrap(command)).toBe('dangerous');
      // A rehearsal answers for what cannot be seen, never for what only stands inside something else.
      if (!unseen) expect(wrapped.unseen, wrap(command)).toBe(false);
    }
  }
});

test('no two wrappers make a dangerous command look harmless', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...dangerous),
      fc.array(fc.constantFrom(...WRAPPERS), { minLength: 1, maxLength: 2 }),
      (command, wrap) => {
        const wrapped = wrap.reduce((text, wrapper) => wrapper(text), command);
        expect(dangerOf(wrapped), wrapped).toBe('dangerous');
      },
    ),
    { numRuns: runs(300), seed: SEED },
  );
});

test('what stands before or after never lowers a class', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...plain),
      fc.constantFrom(...safe.filter(command => !/cd |set -|PATH|exit|=|\(\)/.test(command))),
      fc.constantFrom('; ', ' && ', ' || ', '\n', ' & '),
      ({ command, danger }, other, operator) => {
        for (const text of [command + operator + other, other + operator + command]) {
          expect(RANK[dangerOf(text)], text).toBeGreaterThanOrEqual(RANK[danger] === 2 ? 2 : 0);
        }
      },
    ),
    { numRuns: runs(200), seed: SEED },
  );
});

test('quotes inside a name change nothing', () => {
  const spellings = (name: string) =>
    fc.tuple(
      ...[...name].map(char =>
        fc.constantFrom(
          char,
          `\\${char}`,
          `'${char}'`,
          `"${char}"`,
          `''${char}`,
          `$'\\x${char.charCodeAt(0).toString(16)}'`,
        ),
      ),
    );
  fc.assert(
    fc.property(
      fc.constantFrom('rm -rf /', 'sudo ls', 'git push', 'shutdown now', 'env', 'reboot', 'mkfs x').chain(command => {
        const [name = '', ...rest] = command.split(' ');
        return spellings(name).map(letters => [letters.join(''), ...rest].join(' '));
      }),
      command => {
        expect(dangerOf(command), command).toBe('dangerous');
      },
    ),
    { numRuns: runs(50), seed: SEED },
  );
});

test('no text is too odd to be judged', () => {
  const pieces = fc.constantFrom(
    ...'$ ( ) { } [ ] | & ; < > ` " \' \\ # ! ~ * ? = + - / . , : @ % ^ \n if then fi for do done case esac in while $( ${ $(( )) << <<< <( >( && || 2>&1 EOF ls rm a x \u0000 \uE000 \uE003 é 𝒳 \uD800'.split(
      ' ',
    ),
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(pieces, { maxLength: 40 }).map(parts => parts.join('')),
        fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(' ')),
      ),
      text => {
        const found = understandCommand(text, WHERE);
        expect(['safe', 'moderate', 'dangerous']).toContain(found.danger);
      },
    ),
    { numRuns: runs(500), seed: SEED },
  );
});

test('what does not parse is never safe', () => {
  for (const text of [
    'echo "a',
    "echo 'a",
    'if ls',
    'for x in',
    '(ls',
    'ls )',
    '{ ls',
    'case x in',
    'ls | ',
    'echo $(ls',
    'echo `ls',
    'while',
    'ls &&',
    'f() {',
    '((1',
    '[[ a',
    'cat <<A | (',
  ]) {
    expect(dangerOf(text), text).not.toBe('safe');
  }
});

const SIZE = 100_000;
const filled = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);

test.each([
  '$(',
  '(',
  '`',
  '{ ',
  '"$(" ',
  'cat <<A\n',
  '<<A ',
  'if ',
  '$((',
  '((1+',
  '${a:-',
  'case a in a) ',
  'f() { ',
  'a|',
  'a&&',
  '{a,b}',
  '{a,',
  '{1..9}',
  '@(a|',
  'a=(',
  '<(',
  '[[ ( ',
  '! ',
  'a?',
  'xargs ',
  'sudo ',
  'timeout 1 ',
  'bash -c ',
  'ln -s / x',
  'x=$x$x;',
  'eval ',
])('a text of 100 kB of %s is given up, not run away with', piece => {
  for (const text of [filled(piece), `echo ${filled(piece)}`, `a=xx; ${filled(piece)}`]) {
    expect(['safe', 'moderate', 'dangerous']).toContain(dangerOf(text));
  }
});

test('what is too much to judge is dangerous', () => {
  const deep = `${'$(echo '.repeat(5_000)}ls${')'.repeat(5_000)}`;
  const many = Array.from({ length: 9_000 }, (_, index) => `cmd${index} a`).join('\n');
  for (const text of [deep, many]) {
    const { danger, effects } = understandCommand(text, WHERE);
    expect({ danger, unbounded: isUnbounded(effects) }).toEqual({ danger: 'dangerous', unbounded: true });
  }
});

test('long texts of an ordinary shape keep their class', () => {
  expect(dangerOf(filled('echo hello\n'))).toBe('safe');
  expect(dangerOf(`echo '${filled('some text; ')}'`)).toBe('safe');
  expect(dangerOf(`cat > a.txt <<'EOF'\n${filled('rm -rf / $(x) `y`\n')}\nEOF\n`)).toBe('moderate');
});
