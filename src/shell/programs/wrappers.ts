import { judgeInnerCommand, mild, risk, runScript, unsure } from '../state/run.ts';
import { judgeText } from './builtins.ts';
import {
  afterVerb,
  runElsewhere,
  runForInput,
  runInParallel,
  runRest,
  runShell,
  runTerminal,
  runWithVariables,
} from './judges/run-wrapped.ts';
import { judged, type Program, type Programs } from './program.ts';

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
