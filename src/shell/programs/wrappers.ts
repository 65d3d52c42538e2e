import { readPath, runFile } from '../judge/touch.ts';
import { judgeVariable } from '../judge/variables.ts';
import { blind, type JudgedCommand, judgeInnerCommand, mild, risk, runScript, tellsVariables } from '../state/run.ts';
import { locate, type Stream } from '../state/shell.ts';
import { DATA, quoteWord, startsLoose, UNKNOWN, type Word, wordOf } from '../state/value.ts';
import { judgeText } from './builtins.ts';
import { each, type GivenWords, type Program, type Programs, risky } from './program.ts';

/** Runs the words that remain after its own options and `skip` operands. */
const wrapper = (more: Omit<Program, 'prefix'> = {}, skip = 0): Program => ({
  prefix: true,
  ...more,
  judge: (run, { operands }) => {
    run.output = runRest(run, operands.slice(skip));
  },
});

/** The command of a terminal may stand in one word. */
const opensTerminal = (more: Omit<Program, 'prefix'>): Program => ({
  prefix: true,
  ...more,
  judge: (run, { operands }) => {
    const [only] = operands;
    if (only && operands.length === 1 && /\s/.test(only.value)) runScript(run, only.value);
    else if (only) runRest(run, operands);
  },
});

/** What follows a wrapper's own words; where that is no program, the first one after it may be. */
export function runRest(run: JudgedCommand, words: readonly Word[]): Stream {
  const stream = judgeInnerCommand(run, words);
  const known = (word: Word | undefined): boolean => word !== undefined && programKnown(run, word.value);
  if (!known(words[0])) {
    const next = words.findIndex((word, at) => at > 0 && at < 6 && known(word));
    if (next > 0) judgeInnerCommand(run, words.slice(next));
  }
  return stream;
}

const programKnown = (run: JudgedCommand, name: string): boolean =>
  name.includes('/') || run.shell.session.engine.knows(name);

/** Programs that run another one. */
export const WRAPPERS: Programs = {
  ...each(
    'nohup setsid unbuffer catchsegv winpty chronic eatmydata tini dumb-init ld.so torify multitime pexec distcc',
    wrapper(),
  ),
  ...each(
    'caffeinate rlwrap proxychains proxychains4 torsocks dbus-run-session xvfb-run cgexec softlimit fakeroot sem systemd-inhibit grc cpulimit',
    wrapper({ values: '-i -l -e -s -f -n -p -a -t -w -c --server-args -g -j --what --why --who --mode --config-file' }),
  ),
  ...each(
    'gnome-terminal xterm konsole alacritty kitty foot urxvt rxvt st terminator xfce4-terminal wezterm tilix',
    opensTerminal({
      long: true,
      flags: '-e -x --hold -hold',
      values: '-T -title --title --working-directory --class --geometry -geometry',
      danger: 'moderate',
      why: 'opens a terminal',
    }),
  ),
  faketime: wrapper({ values: '-f' }, 1),
  logsave: wrapper({ operands: ['write', 'text'] }, 1),
  choom: wrapper({ values: '-n -p' }),
  pidstat: {
    options: { '-e': {} },
    judge: (run, given) =>
      void (given.has('-e') && runRest(run, run.args.slice(run.args.findIndex(({ value }) => value === '-e') + 1))),
  },
  gtime: wrapper({ values: '-f --format', options: { '-o --output': 'write' } }),
  ...each('direnv', {
    prefix: true,
    judge: (run, { operands }) => {
      if (operands[0]?.value === 'exec') runRest(run, operands.slice(2));
      else if (/^(?:status|version|hook|help)$/.test(operands[0]?.value ?? '')) return;
      mild(run, "loads the project's own settings");
    },
  }),
  timeout: wrapper({ values: '-s -k --signal --kill-after' }, 1),
  gtimeout: wrapper({ values: '-s -k --signal --kill-after' }, 1),
  nice: wrapper({ values: '-n --adjustment' }),
  renice: { danger: 'moderate', why: 'changes how a process is scheduled' },
  ionice: wrapper({ values: '-c -n --class --classdata' }),
  chrt: wrapper({}, 1),
  taskset: wrapper({}, 1),
  numactl: wrapper({}),
  stdbuf: wrapper({ values: '-i -o -e --input --output --error' }),
  time: wrapper({ values: '-f --format', options: { '-o --output': 'write' } }),
  ...each(
    'strace ltrace',
    wrapper({
      values: '-e -s -E -P -u',
      options: { '-o': 'write', '-p --attach': risky('looks into another process', 'text') },
      danger: 'moderate',
      why: 'watches a program',
    }),
  ),
  perf: {
    danger: 'moderate',
    why: 'measures a program',
    prefix: true,
    judge: (run, { operands }) => void judgeInnerCommand(run, afterVerb(operands)),
  },
  valgrind: wrapper({ danger: 'moderate', why: 'measures a program' }),
  hyperfine: {
    values: '-w -r -L -P -n --warmup --runs --export-json --export-markdown',
    options: { '-p --prepare -s --setup -c --cleanup': 'script' },
    operands: ['script'],
  },
  watch: {
    prefix: true,
    values: '-n --interval',
    judge: (run, { operands }) => void runScript(run, operands.map(word => word.value).join(' ')),
  },
  entr: wrapper({}),
  watchexec: wrapper({ values: '-w -e -i --watch --exts --ignore' }),
  nodemon: {
    danger: 'moderate',
    why: "runs the project's own code",
    values: '-w -e -i --watch --ext --ignore',
    options: { '-x --exec': 'script' },
  },
  flock: {
    prefix: true,
    values: '-w -E --timeout',
    judge: (run, { operands }) => {
      const [, ...rest] = operands;
      if (rest[0]?.value === '-c' && rest[1]) judgeText(run, rest[1].value);
      else if (rest.length > 0) judgeInnerCommand(run, rest);
    },
  },
  script: {
    values: '-t -T -I -O',
    options: { '-c --command': 'script' },
    operands: ['write'],
    danger: 'moderate',
    why: 'records a session',
  },
  env: {
    prefix: true,
    values: '-u --unset',
    options: { '-S --split-string': { role: 'text' }, '-C --chdir': { role: 'text' } },
    judge: runElsewhere,
  },
  ...each('sudo doas pkexec run0 gosu su-exec', {
    prefix: true,
    danger: 'dangerous',
    why: 'gains the rights of another user',
    values: '-u -g -h -p -C -T -r -t -D -R --user --group --host --prompt --chdir',
    judge: (run, given) => {
      if (given.operands.length > 0) runWithVariables(run, given);
    },
  }),
  ...each('su runuser', {
    danger: 'dangerous',
    why: 'gains the rights of another user',
    values: '-s -g',
    options: { '-c --command': 'script' },
  }),
  sg: { danger: 'dangerous', why: 'gains the rights of another group' },
  newgrp: { danger: 'dangerous', why: 'gains the rights of another group' },
  ...each(
    'chroot unshare nsenter bwrap firejail systemd-run systemd-nspawn machinectl capsh setpriv setarch linux32 linux64 lxc lxd',
    {
      danger: 'dangerous',
      why: 'runs a program with other rights or roots',
    },
  ),
  xargs: {
    prefix: true,
    values: '-n -P -L -s -d -E --max-args --max-procs --max-lines --delimiter',
    options: { '-I --replace': { role: 'text' }, '-i': { role: 'text', optional: true }, '-a --arg-file': 'read' },
    judge: runForInput,
  },
  parallel: {
    prefix: true,
    values: '-j -n -N -L -S --jobs --joblog --results --colsep --delay --timeout --retries',
    options: { '--sshlogin -S': risky('runs on other machines', 'text') },
    judge: runInParallel,
  },
  ...each('bash sh zsh dash ksh mksh ash fish rbash csh tcsh yash posh elvish xonsh nu rc es sash', {
    prefix: true,
    values: '-O +O',
    options: { '-o': { role: 'text' }, '--rcfile --init-file': { role: 'own' }, '-c': {}, '-s': {}, '-i': {} },
    judge: runShell,
  }),
  ...each('busybox toybox', {
    prefix: true,
    judge: (run, { operands }) => {
      run.output = judgeInnerCommand(run, operands);
    },
  }),
  'run-parts': { danger: 'dangerous', why: 'runs all files of a folder', operands: ['readTree'] },
  ...each('screen tmux zellij', {
    judge: runTerminal,
  }),
  expect: { danger: 'dangerous', why: 'drives other programs', options: { '-c': 'text' } },
  'start-stop-daemon': { danger: 'dangerous', why: 'starts or stops services' },
  ...each('gdb lldb', {
    danger: 'moderate',
    why: 'runs a program and can change it',
    long: true,
    options: {
      '-ex -iex --eval-command -eval-command -x --command -o -O -s': risky('runs commands of its own', 'text'),
      '-p --pid -attach': risky('takes over another process', 'text'),
      '--args -args': {},
    },
  }),
};

const afterVerb = (operands: readonly Word[]): readonly Word[] => {
  const rest = operands.slice(1);
  const start = rest.findIndex(({ value }) => !value.startsWith('-'));
  return start < 0 ? [] : rest.slice(start);
};

/** `env A=1 B=2 program …` */
function runWithVariables(run: JudgedCommand, given: GivenWords): undefined {
  const split = given.valueOf('-S');
  if (split !== undefined) judgeText(run, split);
  const { operands } = given;
  const start = operands.findIndex(({ value }) => value !== '-' && !/^[\w.]+=/.test(value));
  const variables = start < 0 ? operands : operands.slice(0, start);
  for (const { value } of variables) judgeVariable(run, value);
  if (start >= 0) run.output = judgeInnerCommand(run, operands.slice(start));
  else if (split === undefined && run.name === 'env') {
    run.output = { kind: 'data' };
    tellsVariables(run, 'prints all variables, secrets too');
  }
}

/** `env -C folder program …` */
function runElsewhere(run: JudgedCommand, given: GivenWords): undefined {
  const { shell } = run;
  const before = shell.cwd;
  const folder = given.valueOf('-C');
  if (folder !== undefined) {
    const { kind, path } = locate(shell, folder);
    shell.cwd = kind === 'anywhere' ? undefined : path;
  }
  runWithVariables(run, given);
  shell.cwd = before;
}

function runForInput(run: JudgedCommand, given: GivenWords): undefined {
  const words = given.operands.length > 0 ? given.operands : [wordOf('echo')];
  const from = given.valueOf('-a');
  const made = from === undefined ? undefined : run.shell.session.made.get(locate(run.shell, from).path);
  const replaced = given.options.find(({ name }) => name === '-I' || name === '-i');
  const input = inputWords(made ? { kind: 'text', value: made.content } : run.stdin, from !== undefined && !made);
  if (!replaced) {
    const dangerousInput = input.some(({ value }) => startsLoose(value));
    judgeInnerCommand(run, [...words, ...input], undefined);
    if (dangerousInput && runsAnything(words)) blind(run, 'runs what it reads');
    return;
  }
  const mark = replaced.value ?? '{}';
  for (const { value } of input.slice(0, 8)) {
    const filled = words.map(word =>
      word.value.includes(mark) ? { value: word.value.replaceAll(mark, value), text: word.text } : word,
    );
    judgeInnerCommand(run, filled, undefined);
  }
}

/** A shell that gets its words from elsewhere gets its script from there. */
const runsAnything = (words: readonly Word[]): boolean =>
  /^(?:.*\/)?(?:ba|da|z|k)?sh$|^(?:.*\/)?(?:env|sudo|eval|exec|xargs|nohup|time|timeout)$/.test(words.at(-1)!.value) ||
  (/^-\w*c$/.test(words.at(-1)!.value) && words.length > 1);

function inputWords(stdin: Stream | undefined, file: boolean): Word[] {
  if (file || stdin?.kind !== 'text') return [{ value: DATA, text: '…' }];
  const words = stdin.value.split(/\s+/).filter(word => word !== '');
  if (words.length > 200) return [{ value: DATA, text: '…' }];
  return words.length > 0 ? words.map(wordOf) : [wordOf(UNKNOWN)];
}

function runInParallel(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.operands.map(({ value }) => value);
  const colons = values.findIndex(value => /^:::?:?\+?$/.test(value));
  const words = colons < 0 ? values : values.slice(0, colons);
  const inputs = colons < 0 ? inputWords(run.stdin, false).map(({ value }) => value) : values.slice(colons + 1);
  if (words.length === 0) {
    for (const value of inputs.slice(0, 20)) judgeText(run, value);
    return;
  }
  for (const value of inputs.slice(0, 20)) {
    const text = words.join(' ');
    for (const filled of new Set([value, quoteWord(value)])) {
      runScript(run, /\{[^}]*\}/.test(text) ? text.replace(/\{[./#%]*\}/g, () => filled) : `${text} ${filled}`);
    }
  }
}

function runShell(run: JudgedCommand, given: GivenWords): undefined {
  const [first, ...rest] = given.operands;
  if (given.has('-c')) {
    if (!first) return blind(run, 'runs a script that is not there');
    const positional = run.shell.positional;
    run.shell.positional = rest.slice(1).map(({ value }) => value);
    judgeText(run, first.value);
    run.shell.positional = positional;
    return;
  }
  if (first && first.value !== '-' && !given.has('-s')) {
    const positional = run.shell.positional;
    run.shell.positional = rest.map(({ value }) => value);
    if (given.has('-n')) readPath(run, first.value);
    else runFile(run, first.value, 'shell');
    run.shell.positional = positional;
    return;
  }
  const { stdin } = run;
  if (!stdin) return mild(run, 'opens a shell');
  // The script is what comes in, so nothing is left for its own commands.
  if (stdin.kind === 'text') {
    const positional = run.shell.positional;
    run.shell.positional = given.operands.map(({ value }) => value);
    judgeText(run, stdin.value, { kind: 'text', value: '' });
    run.shell.positional = positional;
  } else if (stdin.kind === 'file') runFile(run, stdin.path, 'shell');
  else blind(run, 'runs what another program prints');
}

function runTerminal(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.operands.map(({ value }) => value);
  const verb = values[0] ?? '';
  if (/^(?:ls|list-.*|show-.*|display.*|info|has.*)$/.test(verb) || /^-(?:ls|list)$/.test(run.args[0]?.value ?? ''))
    return;
  mild(run, 'keeps a terminal open in the background');
  if (/^(?:send(?:-keys)?|send|run(?:-shell)?|if-shell|pipe-pane|respawn.*|source(?:-file)?|set-hook)$/.test(verb)) {
    return risk(run, 'types into or runs something in another terminal');
  }
  if (run.name === 'screen' && /stuff|exec|-X/.test(run.text)) return risk(run, 'types into another terminal');
  if (/^kill-/.test(verb)) return risk(run, 'ends terminals and what runs in them');
  for (const value of values) {
    if (/\s/.test(value)) runScript(run, value);
  }
  if (run.name === 'screen') judgeInnerCommand(run, screenCommand(run.args));
}

/** `screen -dmS name program …` */
function screenCommand(args: readonly Word[]): readonly Word[] {
  let at = 0;
  while (args[at]?.value.startsWith('-')) at += /[StchLse]$/.test(args[at]!.value) ? 2 : 1;
  return args.slice(at);
}
