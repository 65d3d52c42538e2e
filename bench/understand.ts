// biome-ignore-all lint/suspicious/noTemplateCurlyInString: text of a shell, no template
// node bench/understand.ts [ROUNDS]: the processor time that 100 kB of hostile text costs, the slowest kinds first.

import { understandCommand } from '../src/shell/understand-command.ts';

const SIZE = 100_000;
const WHERE = { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: '/tmp' };
const ROUNDS = Number(process.argv[2] ?? 5);

const filled = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);
const numbered = (line: (index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < SIZE; index++) text += line(index);
  return text.slice(0, SIZE);
};
const nested = (open: string, close: string): string => {
  const depth = Math.floor(SIZE / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};

const PIECES = [
  '$(',
  '(',
  ')',
  '`',
  '{ ',
  '{',
  '}',
  '"$(" ',
  "'",
  '"',
  '\\',
  '$',
  '${',
  '$((',
  '((1+',
  '${a:-',
  '${a/',
  '${a[',
  'cat <<A\n',
  '<<A ',
  'cat <<A\nx\nA\n',
  "cat <<'A'\n$(x)\nA\n",
  '<<< a ',
  '< f ',
  '> f ',
  '2>&1 ',
  '>(',
  '<(',
  'if ',
  'if a; then ',
  'while ',
  'while :; do ',
  'for x in a; do ',
  'case a in a) ',
  'f() { ',
  'function f { ',
  'until a; do ',
  'a|',
  'a&&',
  'a||',
  'a;',
  'a&',
  'a\n',
  '\n',
  ' ',
  '\t',
  '#\n',
  '# a\n',
  '! ',
  'time ',
  'coproc ',
  '{a,b}',
  '{a,',
  '{1..9}',
  '{1..99999}',
  '{a..z}',
  '@(a|',
  '*',
  '?',
  '[a-z]',
  '[',
  ']',
  '[[ ( ',
  '[[ a == b ]] && ',
  '~',
  '~/',
  'a=(',
  'a=1 ',
  'a=1;',
  'a+=x;',
  'x=$x$x;',
  'export a=1;',
  '$a ',
  '"$a" ',
  '${a} ',
  '${a%%b} ',
  '${a//b/c} ',
  '$((a+1)) ',
  'xargs ',
  'sudo ',
  'env ',
  'timeout 1 ',
  'nice ',
  'nohup ',
  'bash -c ',
  "sh -c '",
  'eval ',
  'exec ',
  'command ',
  'find . -exec ',
  'ln -s / x;',
  'cd a;',
  'cd ..;',
  'pushd a;',
  'rm a;',
  'cat a;',
  'cat a | sh;',
  'curl a;',
  'echo a > b;',
  'alias a=b;',
  'a() { a; };',
  'trap a EXIT;',
  'git clone a;',
  'python3 -c "import os";',
  "awk '{print}' f;",
  "sed 's/a/b/' f;",
  'jq .a f;',
  'tar xf a;',
  'declare -n a=b;',
  'é',
  '𝒳',
  '\u0000',
  '\uE000',
  `${'a'.repeat(50)} `,
  '-a ',
  '--a=b ',
  '/a',
  '../',
  'a/',
  'a:',
  'a=',
  'a,',
  '%',
  '^',
  '+',
  '-',
  '=',
  '.',
  '@',
  '!',
] as const;

const SHAPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PIECES.flatMap(piece => [
      [`repeated ${JSON.stringify(piece)}`, filled(piece)],
      [`echo, repeated ${JSON.stringify(piece)}`, `echo ${filled(piece)}`],
      [`quoted, repeated ${JSON.stringify(piece)}`, `echo "${filled(piece)}"`],
      [`python code of ${JSON.stringify(piece)}`, `python3 -c '${filled(piece).replaceAll("'", '')}'`],
      [`awk program of ${JSON.stringify(piece)}`, `awk '${filled(piece).replaceAll("'", '')}' f`],
      [`perl code of ${JSON.stringify(piece)}`, `perl -e '${filled(piece).replaceAll("'", '')}'`],
      [`bash -c of ${JSON.stringify(piece)}`, `bash -c '${filled(piece).replaceAll("'", '')}'`],
    ]),
  ),
  'subshells in subshells': nested('(', ')'),
  'groups in groups': nested('{ ', '; }'),
  'substitutions in substitutions': nested('$(', ')'),
  'quotes in quotes': nested('"$(echo ', ')"'),
  'parameters in parameters': nested('${a:-', '}'),
  'braces in braces': nested('{a,', '}'),
  'sums in sums': `echo $((${nested('(', ')')}))`,
  'ifs in ifs': nested('if a; then ', '; fi'),
  'loops in loops': nested('for i in a b; do ', '; done'),
  'bash -c in bash -c': `bash -c "${nested('bash -c \\"', '\\"')}"`,
  'many different commands': numbered(index => `cmd${index} -x a${index} > out${index}\n`),
  'many different files': `cat ${numbered(index => `f${index}/g${index} `)}`,
  'many different variables': numbered(index => `v${index}=$v${Math.max(0, index - 1)}x; `),
  'many functions': numbered(index => `f${index}() { f${Math.max(0, index - 1)}; f${Math.max(0, index - 2)}; }; `),
  'functions called by functions': `${numbered(index => `f${index}() { f${index + 1}; f${index + 1}; }\n`).slice(0, SIZE - 10)}\nf0`,
  'many here-documents': numbered(index => `cat <<E${index}\n$(echo ${index})\nE${index}\n`),
  'many pipes': numbered(index => `grep a${index} | `),
  'many aliases': numbered(index => `alias a${index}='a${index + 1} x'\n`),
  'many links': numbered(index => `ln -s a${index} b${index}; `),
  'many written and run': numbered(index => `echo 'echo ${index}' > s${index}.sh; sh s${index}.sh; `),
  'many redirections': `cat ${numbered(index => `> f${index} `)}`,
  'many cases': `case a in ${numbered(index => `x${index}) echo ${index};; `)} esac`,
  'one long word': 'a'.repeat(SIZE),
  'one long path': `cat ${'a/'.repeat(SIZE / 2)}`,
  'one long option': `ls -${'a'.repeat(SIZE)}`,
  'a long list of words for a loop': `for i in ${numbered(index => `w${index} `)}; do echo $i; done`,
  'a large script that is plain': numbered(index => `echo "step ${index}" && npm run step${index} || exit 1\n`),
  'a large file that is written': `cat > a.ts <<'EOF'\n${filled("const a = `x ${y} $(z)`; // it's\n")}\nEOF\n`,
  'an export of a large base64': `echo ${filled('QUJDREVGRw')} | base64 -d > a.bin`,
  sql: `sqlite3 a.db "${filled('insert into t values (1);')}"`,
  'a long url': `curl 'https://x.example/?${filled('a=b&')}'`,
  'a long json': `curl -d '${filled('{"a":[1,2,3]},')}' localhost`,
};

const WARM_UP = ['ls', 'git status && npm test', 'for f in *; do echo "$f"; done', 'python3 -c "print(1)"'];
for (let round = 0; round < 200; round++) for (const text of WARM_UP) understandCommand(text, WHERE);

const results: { readonly name: string; readonly milliseconds: number; readonly danger: string }[] = [];
for (const [name, text] of Object.entries(SHAPES)) {
  let milliseconds = Number.POSITIVE_INFINITY;
  let danger = '';
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    ({ danger } = understandCommand(text, WHERE));
    const { user, system } = process.cpuUsage(start);
    milliseconds = Math.min(milliseconds, (user + system) / 1000);
  }
  results.push({ name, milliseconds, danger });
}
results.sort((a, b) => b.milliseconds - a.milliseconds);
console.log(`100 kB of ${results.length} kinds, the best of ${ROUNDS} rounds; the slowest:`);
for (const { name, milliseconds, danger } of results.slice(0, 25)) {
  console.log(`  ${milliseconds.toFixed(1).padStart(8)} ms  ${danger.padEnd(10)} ${name.slice(0, 80)}`);
}
