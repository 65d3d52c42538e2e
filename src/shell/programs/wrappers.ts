import { readPath, runFile } from '../judge/touch.ts';
import { judgeVariable } from '../judge/variables.ts';
import type { JudgedCommand } from '../state/run.ts';
import { blind, judgeInnerCommand, mild, risk, runScript, tellsVariables, unsure } from '../state/run.ts';
import { locate, NOTHING, type Stream, withPositional } from '../state/shell.ts';
import { DATA, quoteWord, startsLoose, UNKNOWN, type Word, wordOf } from '../state/value.ts';
import { judgeText } from './builtins.ts';
import { type GivenWords, judged, type Program, type Programs } from './program.ts';

/** A program that runs the words after its own options and `skip` operands. */
const wrapper = (more: Omit<Program, 'prefix'> = {}, skip = 0): Program => ({
  prefix: true,
  ...more,
  judge: (run, { operands }) => {
    run.output = runRest(run, operands.slice(skip));
  },
});

/** A program that opens a terminal, whose command may stand in one word. */
const opensTerminal = (more: Omit<Program, 'prefix'>): Program => ({
  prefix: true,
  ...more,
  judge: (run, { operands }) => {
    const [only] = operands;
    if (only && operands.length === 1 && /\s/.test(only.value)) runScript(run, only.value);
    else if (only) runRest(run, operands);
  },
});

/** Orders by which a debugger runs a program and looks at it. */
const LOOKS_ON =
  /^(?:r(?:un)?|start|c(?:ontinue)?|n(?:ext)?|s(?:tep)?|finish|bt|backtrace|where|q(?:uit)?|(?:thread apply all )?bt(?: full)?|info (?:locals|args|registers|threads|frame|breakpoints)|f(?:rame)? \d+|up|down|set (?:pagination|confirm|width|height) \w+|b(?:reak)? [\w:.]+)$/;

export const WRAPPERS: Programs = {
  'nohup setsid unbuffer catchsegv winpty chronic eatmydata tini dumb-init ld.so torify multitime pexec distcc':
    wrapper(),
  'caffeinate rlwrap proxychains proxychains4 torsocks dbus-run-session xvfb-run cgexec softlimit fakeroot sem systemd-inhibit grc cpulimit':
    wrapper({
      options: `-i= -l= -e= -s= -f= -n= -p= -a= -t= -w= -c= --server-args= -g= -j= --what= --why= --who= --mode=
        --config-file=`,
    }),
  'gnome-terminal xterm konsole alacritty kitty foot urxvt rxvt st terminator xfce4-terminal wezterm tilix':
    opensTerminal({
      moderate: 'opens a terminal',
      long: true,
      options: '-e -x --hold -hold -T= -title= --title= --working-directory= --class= --geometry= -geometry=',
    }),
  faketime: wrapper({ options: '-f=' }, 1),
  logsave: wrapper({ operands: ['write', 'text'] }, 1),
  choom: wrapper({ options: '-n= -p=' }),
  pidstat: judged(
    { options: '-e' },
    (run, given) =>
      void (given.has('-e') && runRest(run, run.args.slice(run.args.findIndex(({ value }) => value === '-e') + 1))),
  ),
  gtime: wrapper({ options: '-f= --format= -o|--output=write' }),
  direnv: judged({ prefix: true }, (run, { operands }) => {
    if (operands[0]?.value === 'exec') runRest(run, operands.slice(2));
    else if (/^(?:status|version|hook|help)$/.test(operands[0]?.value ?? '')) return;
    mild(run, "loads the project's own settings");
  }),
  timeout: wrapper({ options: '-s= -k= --signal= --kill-after=' }, 1),
  gtimeout: wrapper({ options: '-s= -k= --signal= --kill-after=' }, 1),
  nice: wrapper({ options: '-n= --adjustment=' }),
  renice: { moderate: 'changes how a process is scheduled' },
  ionice: wrapper({ options: '-c= -n= --class= --classdata=' }),
  chrt: wrapper({}, 1),
  taskset: wrapper({}, 1),
  numactl: wrapper({}),
  stdbuf: wrapper({ options: '-i= -o= -e= --input= --output= --error=' }),
  time: wrapper({ options: '-f= --format= -o|--output=write' }),
  'strace ltrace': wrapper({
    moderate: 'watches a program',
    options: '-e= -s= -E= -P= -u= -o=write',
    risks: { 'looks into another process': '-p|--attach=' },
  }),
  perf: {
    moderate: 'measures a program',
    prefix: true,
    judge: (run, { operands }) => void judgeInnerCommand(run, afterVerb(operands)),
  },
  valgrind: wrapper({ moderate: 'measures a program' }),
  hyperfine: {
    options: `-w= -r= -L= -P= -n= --warmup= --runs= --export-json= --export-markdown=
      -p|--prepare|-s|--setup|-c|--cleanup=script`,
    operands: ['script'],
  },
  watch: {
    prefix: true,
    options: '-n= --interval=',
    judge: (run, { operands }) => void runScript(run, operands.map(word => word.value).join(' ')),
  },
  entr: wrapper({}),
  watchexec: wrapper({ options: '-w= -e= -i= --watch= --exts= --ignore=' }),
  nodemon: {
    moderate: "runs the project's own code",
    options: '-w= -e= -i= --watch= --ext= --ignore= -x|--exec=script',
  },
  flock: judged({ prefix: true, options: '-w= -E= --timeout=' }, (run, { operands }) => {
    const [, ...rest] = operands;
    if (rest[0]?.value === '-c' && rest[1]) judgeText(run, rest[1].value);
    else if (rest.length > 0) judgeInnerCommand(run, rest);
  }),
  script: { moderate: 'records a session', options: '-t= -T= -I= -O= -c|--command=script', operands: ['write'] },
  env: { prefix: true, options: '-u= --unset= -S|--split-string= -C|--chdir=', judge: runElsewhere },
  'sudo doas pkexec run0 gosu su-exec': {
    dangerous: 'gains the rights of another user',
    prefix: true,
    options: '-u= -g= -h= -p= -C= -T= -r= -t= -D= -R= --user= --group= --host= --prompt= --chdir=',
    judge: (run, given) => {
      if (given.operands.length > 0) runWithVariables(run, given);
    },
  },
  'su runuser': { dangerous: 'gains the rights of another user', options: '-s= -g= -c|--command=script' },
  sg: { dangerous: 'gains the rights of another group' },
  newgrp: { dangerous: 'gains the rights of another group' },
  'chroot unshare nsenter bwrap firejail systemd-run systemd-nspawn machinectl capsh setpriv setarch linux32 linux64 lxc lxd':
    { dangerous: 'runs a program with other rights or roots' },
  xargs: {
    prefix: true,
    options: `-n= -P= -L= -s= -d= -E= --max-args= --max-procs= --max-lines= --delimiter= -I|--replace= -i=?
      -a|--arg-file=read`,
    judge: runForInput,
  },
  parallel: {
    prefix: true,
    options: '-j= -n= -N= -L= -S= --jobs= --joblog= --results= --colsep= --delay= --timeout= --retries=',
    risks: { 'runs on other machines': '--sshlogin|-S=' },
    judge: runInParallel,
  },
  'bash sh zsh dash ksh mksh ash fish rbash csh tcsh yash posh elvish xonsh nu rc es sash': {
    prefix: true,
    options: '-O= +O= -o= --rcfile|--init-file=own -c -s -i',
    judge: runShell,
  },
  'busybox toybox': judged({ prefix: true }, (run, { operands }) => {
    run.output = judgeInnerCommand(run, operands);
  }),
  'run-parts': { dangerous: 'runs all files of a folder', operands: ['readTree'] },
  'screen tmux zellij': { judge: runTerminal },
  expect: { dangerous: 'drives other programs', options: '-c=' },
  'start-stop-daemon': { dangerous: 'starts or stops services' },
  'gdb lldb': {
    moderate: 'runs a program and can change it',
    long: true,
    options: '-ex|-iex|--eval-command|-eval-command= --args|-args',
    risks: { 'runs commands of its own': '-x|--command|-o|-O|-s=', 'takes over another process': '-p|--pid|-attach=' },
    judge: (run, { options }) => {
      for (const { option, value = '' } of options) {
        if (option?.name !== '-ex') continue;
        (LOOKS_ON.test(value) ? unsure : risk)(run, `${run.name} runs commands of its own`);
      }
    },
  },
};

/** Runs the words after a wrapper's own; if the first is no program, the next word that is one may be meant. */
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

const afterVerb = (operands: readonly Word[]): readonly Word[] => {
  const rest = operands.slice(1);
  const start = rest.findIndex(({ value }) => !value.startsWith('-'));
  return start < 0 ? [] : rest.slice(start);
};

function runWithVariables(run: JudgedCommand, given: GivenWords): undefined {
  const split = given.valueOf('-S');
  const { operands } = given;
  if (split !== undefined) {
    // The words after the text belong to its program, options too.
    const at = run.args.findIndex(({ value }) => /^(?:-S|--split-string)/.test(value));
    const rest = run.args.slice(at + (/^(?:-S|--split-string)$/.test(run.values[at] ?? '') ? 2 : 1));
    return void judgeText(run, [split, ...rest.map(({ value }) => quoteWord(value))].join(' '));
  }
  const start = operands.findIndex(({ value }) => value !== '-' && !/^[\w.]+=/.test(value));
  const variables = start < 0 ? operands : operands.slice(0, start);
  for (const { value } of variables) judgeVariable(run, value);
  if (start >= 0) run.output = judgeInnerCommand(run, operands.slice(start));
  else if (run.name === 'env') {
    run.output = { kind: 'data' };
    tellsVariables(run, 'prints all variables, secrets too');
  }
}

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

/** Whether words end with a shell or its like, whose script comes from the source of its words. */
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
  const values = given.values;
  const colons = values.findIndex(value => /^:::?:?\+?$/.test(value));
  const words = colons < 0 ? values : values.slice(0, colons);
  const inputs = colons < 0 ? inputWords(run.stdin, false).map(({ value }) => value) : values.slice(colons + 1);
  if (words.length === 0) {
    for (const value of inputs.slice(0, 20)) judgeText(run, value);
    return;
  }
  for (const value of inputs.slice(0, 20)) {
    const text = words.join(' ');
    for (const filled of new Set([value, quoteWord(value)]))
      runScript(run, /\{[^}]*\}/.test(text) ? text.replace(/\{[./#%]*\}/g, () => filled) : `${text} ${filled}`);
  }
}

function runShell(run: JudgedCommand, given: GivenWords): undefined {
  const [first] = given.operands;
  if (given.has('-c')) {
    if (!first) return blind(run, 'runs a script that is not there');
    return withPositional(run.shell, given.values.slice(2), () => judgeText(run, first.value));
  }
  if (first && first.value !== '-' && !given.has('-s')) {
    if (given.has('-n')) return readPath(run, first.value);
    return withPositional(run.shell, given.values.slice(1), () => runFile(run, first.value, 'shell'));
  }
  const { stdin } = run;
  if (!stdin) return mild(run, 'opens a shell');
  // The input is the script, so nothing is left for the script's own commands.
  if (stdin.kind === 'text') withPositional(run.shell, given.values, () => judgeText(run, stdin.value, NOTHING));
  else if (stdin.kind === 'file') runFile(run, stdin.path, 'shell');
  else blind(run, 'runs what another program prints');
}

function runTerminal(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const verb = values[0] ?? '';
  if (/^(?:ls|list-.*|show-.*|display.*|info|has.*)$/.test(verb) || /^-(?:ls|list)$/.test(run.values[0] ?? '')) return;
  mild(run, 'keeps a terminal open in the background');
  if (/^(?:send(?:-keys)?|send|run(?:-shell)?|if-shell|pipe-pane|respawn.*|source(?:-file)?|set-hook)$/.test(verb))
    return risk(run, 'types into or runs something in another terminal');
  if (run.name === 'screen' && /stuff|exec|-X/.test(run.text)) return risk(run, 'types into another terminal');
  if (/^kill-/.test(verb)) return risk(run, 'ends terminals and what runs in them');
  for (const value of values) if (/\s/.test(value)) runScript(run, value);
  if (run.name === 'screen') judgeInnerCommand(run, screenCommand(run.args));
}

function screenCommand(args: readonly Word[]): readonly Word[] {
  let at = 0;
  while (args[at]?.value.startsWith('-')) at += /[StchLse]$/.test(args[at]!.value) ? 2 : 1;
  return args.slice(at);
}
