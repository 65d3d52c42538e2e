import { runCalculation } from '../interpret/run-inside.ts';
import { runFile } from '../judge/touch.ts';
import { judgeVariable } from '../judge/variables.ts';
import { homeOf } from '../state/place.ts';
import type { JudgedCommand } from '../state/run.ts';
import { blind, judgeInnerCommand, mild, prints, risk, runScript, tellsVariables } from '../state/run.ts';
import { locate, setVariable } from '../state/shell.ts';
import { carriesData, DATA, eitherOf, isKnown, isLoose, SECRET, SOME, staysBelow, UNKNOWN } from '../state/value.ts';
import { judged, onWord, type Programs, risky, SAFE } from './program.ts';

const nothing = (run: JudgedCommand): undefined => prints(run, '');

export const BUILTINS: Programs = {
  ': true false return exit break continue shift times dirs jobs fg suspend logout getopts help caller umask': {
    ownOptions: true,
    judge: nothing,
  },
  'test [ let wait': { ownOptions: true, judge: calculates },
  bg: SAFE,
  disown: { moderate: 'leaves a process running' },
  echo: judged({ ownOptions: true }, run => {
    const words = run.values;
    const flags = words.findIndex(value => !/^-[neE]+$/.test(value));
    const text = words.slice(flags < 0 ? words.length : flags).join(' ');
    printed(run, words[0]?.includes('e') && words[0].startsWith('-') ? decoded(text) : text);
  }),
  printf: judged({ ownOptions: true }, run => {
    const words = run.values;
    const [first, name, ...others] = words;
    if (first !== '-v' || name === undefined) return printed(run, formatted(first === '--' ? words.slice(1) : words));
    calculates(run);
    setVariable(run.shell, name, formatted(others));
  }),
  cd: { ownOptions: true, judge: changeFolder },
  pushd: judged({}, run => {
    run.shell.stack = [run.shell.cwd, ...run.shell.stack.slice(0, 20)];
    changeFolder(run);
  }),
  popd: judged({}, run => {
    const [back, ...stack] = run.shell.stack;
    run.shell.cwd = back;
    run.shell.stack = stack;
    nothing(run);
  }),
  pwd: { options: '-LP', judge: run => prints(run, run.shell.cwd ?? UNKNOWN) },
  'export declare typeset local readonly': { ownOptions: true, judge: declares },
  unset: { options: '-fnv', judge: unsets },
  set: judged({ ownOptions: true }, run => {
    const values = run.values;
    if (values.length === 0) return tellsVariables(run, 'prints all variables, secrets too');
    if (/\+o history/.test(run.text)) risk(run, 'hides what is typed');
    if (values.some(value => /^-[a-z]*e/.test(value) || value === 'errexit')) run.shell.strict = true;
    const dashes = values.indexOf('--');
    if (dashes >= 0) run.shell.positional = values.slice(dashes + 1);
    nothing(run);
  }),
  shopt: judged({ options: '-opqsu' }, ({ shell: { session } }, given) => {
    if (given.has('-s') && given.values.some(value => !isKnown(value) || value === 'dotglob'))
      session.hiddenGlobs = true;
  }),
  read: { ownOptions: true, judge: reads },
  'mapfile readarray': {
    options: '-t -d= -n= -O= -s= -u= -c= -C=script',
    judge: (run, given) => setVariable(run.shell, given.values[0] ?? 'MAPFILE', lineOf(run)),
  },
  eval: judged({}, run => {
    const text = run.values.join(' ');
    if (isLoose(text)) blind(run, 'runs code that is known only at run time');
    judgeText(run, text);
  }),
  'source .': judged({}, run => {
    const [file, ...rest] = run.args;
    if (!file) return;
    const { path, kind } = locate(run.shell, file.value);
    if (kind === 'home' && SETS_UP.test(path)) return mild(run, "runs the user's own set-up");
    if (kind === 'system' && /^\/etc\/(?:os-release|profile|bash\.bashrc|environment|default\/)/.test(path))
      return mild(run, "runs the system's set-up");
    if (rest.length > 0) run.shell.positional = rest.map(({ value }) => value);
    runFile(run, file.value, 'shell');
  }),
  exec: judged({ prefix: true, options: '-a=' }, (run, { operands }) => {
    if (operands.length > 0) run.output = judgeInnerCommand(run, operands);
  }),
  'command builtin': judged({ prefix: true }, (run, given) => {
    if (given.has('-v -V')) prints(run, `/usr/bin/${given.values[0] ?? ''}`);
    else if (given.operands.length > 0)
      run.output = withoutFunctions(run, given.values[0]!, () => judgeInnerCommand(run, given.operands));
  }),
  coproc: { prefix: true, judge: (run, { operands }) => void judgeInnerCommand(run, operands) },
  trap: judged({ options: '-lp' }, run => {
    const words = run.values.filter(value => value !== '--');
    if (words.length > 1 && !/^-[lp]?$/.test(words[0]!))
      run.shell.session.traps.push({ text: words[0]!, shell: run.shell });
    nothing(run);
  }),
  alias: judged({ options: '-p' }, run => {
    for (const value of run.values) {
      const equals = value.indexOf('=');
      if (equals <= 0) continue;
      run.shell.session.aliases.set(value.slice(0, equals), value.slice(equals + 1));
      judgeText(run, value.slice(equals + 1));
    }
    nothing(run);
  }),
  unalias: { options: '-a', judge: nothing },
  ulimit: { operands: ['text'] },
  enable: { options: '-adnps', risks: { 'loads code into the shell': '-f=' } },
  'complete compgen compopt': { options: '-abcdefgjksuvprDEI -A= -G= -P= -S= -W= -X= -o= -C=script -F=' },
  bind: {
    options: '-lpPsSvVX -m= -q= -u= -r= -f=read',
    risks: { 'runs a command at a key': '-x=' },
    ...onWord(/^"[^"]+"\s*:\s*"/, risky('types commands at a key')),
  },
  history: judged({ options: '-r|-n=read -a|-w|-c|-d -p|-s' }, run => {
    const first = run.values[0] ?? '';
    if (/^-[cdwa]/.test(first)) risk(run, 'changes the record of what was typed');
    else mild(run, 'prints what was typed before');
  }),
  fc: { dangerous: 'runs what was typed before' },
};

/** Judges names of variables, or whole calculations, whose index may hold a substitution that the shell then runs. */
function calculates(run: JudgedCommand): undefined {
  for (const value of run.values) if (run.name === 'let' || /^\w+\[/.test(value)) runCalculation(value, run.shell);
  nothing(run);
}

function changeFolder(run: JudgedCommand): undefined {
  const target = run.values.findLast(value => !/^-[LPe@]+$/.test(value) && value !== '--');
  const { shell } = run;
  nothing(run);
  if (target === undefined) shell.cwd = homeOf(shell.session.where);
  else if (target === '-' || /^[+-]\d/.test(target)) shell.cwd = undefined;
  else {
    const { kind, path } = locate(shell, target);
    shell.cwd = kind === 'anywhere' ? undefined : path;
  }
  if (shell.cwd !== undefined) setVariable(shell, 'PWD', shell.cwd);
}

function declares(run: JudgedCommand): undefined {
  calculates(run);
  const words = run.values;
  const options = words.filter(value => /^[-+]\w+$/.test(value)).join('');
  if (words.length === 0 || words.every(value => /^-[pxfF]+$/.test(value))) {
    if (run.name !== 'local' && !words.some(value => /f/i.test(value)))
      tellsVariables(run, 'prints all variables, secrets too');
    return;
  }
  for (const value of words) {
    const equals = value.indexOf('=');
    if (equals <= 0 || value[0] === '-') continue;
    judgeVariable(run, value);
    const name = value.slice(0, equals);
    if (options.includes('n')) run.shell.session.references.set(name, value.slice(equals + 1));
    if (options.includes('i')) runCalculation(value.slice(equals + 1), run.shell);
    const held = run.shell.variables.get(name);
    if (!held || held.join(' ') !== value.slice(equals + 1)) setVariable(run.shell, name, value.slice(equals + 1));
  }
}

function unsets(run: JudgedCommand): undefined {
  const { shell, args } = run;
  calculates(run);
  for (const { value } of args) {
    if (value === 'HISTFILE') risk(run, 'hides what is typed');
    if (/^\w+$/.test(value)) shell.variables.set(value, ['']);
  }
}

/** The line that `read` puts into a variable. */
function lineOf({ stdin }: JudgedCommand): string {
  if (stdin?.kind !== 'text') return DATA;
  const lines = stdin.value.split('\n').filter(line => line !== '');
  // A name that begins with a dot may be any of the hidden names.
  if (lines.includes(`.${SOME}`)) return `.${SOME}`;
  if (lines.length > 20) return lines.every(staysBelow) ? SOME : UNKNOWN;
  return lines.length === 0 ? '' : lines.reduce(eitherOf);
}

function reads(run: JudgedCommand): undefined {
  calculates(run);
  const names: string[] = [];
  for (let index = 0; index < run.args.length; index++) {
    const { value } = run.args[index]!;
    if (/^-[a-zA-Z]*[dnNptiu]$/.test(value)) index++;
    else if (value[0] !== '-') names.push(value);
  }
  const line = lineOf(run);
  const whole = names.length <= 1;
  for (const name of names.length > 0 ? names : ['REPLY'])
    setVariable(run.shell, name, whole || !isKnown(line) ? line : staysBelow(line) ? SOME : UNKNOWN);
}

/** Judges shell text that is run later or at once. */
export function judgeText(run: JudgedCommand, text: string, stdin = run.stdin): undefined {
  if (carriesData(text)) return blind(run, 'runs code that is known only at run time');
  if (isLoose(text)) mild(run, 'runs code that is partly known only at run time');
  run.output = runScript(run, text, stdin);
}

function withoutFunctions<T>(run: JudgedCommand, name: string, go: () => T): T {
  const held = run.shell.functions.get(name);
  if (!held) return go();
  run.shell.functions.set(name, undefined as never);
  try {
    return go();
  } finally {
    run.shell.functions.set(name, held);
  }
}

function printed(run: JudgedCommand, text: string): undefined {
  if (text.includes(SECRET)) risk(run, 'prints a secret');
  run.output = { kind: 'text', value: `${text}\n` };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '',
  b: '',
  e: '\u001B',
  f: '\f',
  v: '\v',
};

/**
 * A text with the characters that its escapes stand for. A byte that is no character alone is some piece of a name; an
 * escape that shells take differently (`\u0061`, `\c`, `\?`) is unknown.
 */
const decoded = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|0([0-7]{1,3})|([0-7]{1,3})|([\\abefnrtv])|.)/gs,
    (_, hex, octal0, octal, letter) => {
      if (letter) return ESCAPES[letter] ?? '';
      const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(octal0 ?? octal ?? '', 8);
      if (Number.isNaN(code)) return UNKNOWN;
      return code < 0x80 ? String.fromCharCode(code) : SOME;
    },
  );

/** The text of `printf FORMAT WORDS`: exact for plain `%s` and `%b`, something unknown otherwise. */
function formatted([format = '', ...words]: readonly string[]): string {
  const plain = decoded(format);
  let index = 0;
  const once = (): string =>
    plain.replace(/%(?:%|-?\d*(?:\.\d+)?([a-zA-Z])|\(([^)]*)\)T)/g, (whole, kind: string | undefined) => {
      if (whole === '%%') return '%';
      const word = words[index++] ?? '';
      if (kind === 's' || kind === 'q') return word;
      return kind === 'b' ? decoded(word) : SOME;
    });
  let text = once();
  for (let round = 0; index > 0 && index < words.length && round < 100; round++) text += once();
  return text;
}

const SETS_UP =
  /\/(?:\.(?:bashrc|bash_profile|profile|zshrc|zshenv|bash_aliases)|\.nvm\/nvm\.sh|\.cargo\/env|\.asdf\/asdf\.sh|\.rvm\/scripts\/rvm|\.sdkman\/bin\/sdkman-init\.sh|.*\/bin\/activate|.*\/etc\/profile\.d\/conda\.sh)$/;
