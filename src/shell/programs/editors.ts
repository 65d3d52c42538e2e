import { awaitsOthers } from '../judge/hosts.ts';
import { readPath, runFile, writePath } from '../judge/touch.ts';
import { blind, type JudgedCommand, mild, risk } from '../state/run.ts';
import { isLoose } from '../state/value.ts';
import { type GivenWords, judged, mildly, onOption, onVerb, type Programs, risky } from './program.ts';

/** Editors and pagers: most can run a shell. */
export const EDITOR_PROGRAMS: Programs = {
  'vim vi nvim view ex gvim vimdiff': {
    options: '-T= -w= -W= -i= -L= -r= -t= --servername= -l= -c|--cmd|+= -S=own -u|-U=',
    risks: { 'drives another editor': '--remote|--remote-send|--remote-expr=' },
    judge: judgeVim,
  },
  'emacs emacsclient': {
    moderate: 'edits files',
    options: '-l|--load|--script=own',
    risks: { 'runs code': '--eval|-e|--execute|-f|--funcall=' },
    operands: ['edit'],
  },
  'nano pico micro hx helix kak joe mcedit ne code code-insiders cursor subl atom gedit kate zed idea webstorm pycharm':
    {
      options: '--list-extensions|--status|--version',
      milds: { 'installs an extension': '--install-extension=' },
      risks: {
        'runs the named program': '-s|--speller=',
        'works on another machine': '--remote|--folder-uri|--file-uri=',
      },
      operands: ['edit'],
      judge: (run, given) => {
        if (/^(?:tunnel|serve-web|agent|ssh|serve)$/.test(given.values[0] ?? ''))
          return awaitsOthers(run, '*', 'opens this machine to others');
        if (!given.has('--list-extensions')) mild(run, 'edits files');
      },
    },
  'ed red': judged({ moderate: 'edits files', operands: ['edit'] }, run => {
    if (run.stdin?.kind === 'text' && /(?:^|\n)\s*(?:[\d,$.%]*\s*)?!|\br\s*!|\bw\s*!/.test(run.stdin.value))
      risk(run, 'runs a command from the editor');
    else if (run.stdin && run.stdin.kind === 'data') blind(run, 'obeys what another program prints');
  }),
  'less lv': {
    operands: ['read'],
    options: '-p= -P= -x= -z= -j= -b= -h= -y= += -o|-O|--log-file=write',
    risks: { 'takes key settings': '-k|--lesskey-file|--lesskey-src=' },
    judge: (run, given) => {
      if (given.options.some(({ name, value = '' }) => name === '+' && /[!|]/.test(value)))
        risk(run, 'runs a command from the pager');
    },
  },
  'ranger nnn lf vifm': { moderate: 'lets files be changed' },
  mc: onVerb(
    /^(?:cp|mv|rm|mb|rb|mirror|pipe|admin|alias|share|policy|anonymous)$/,
    risky('moves or deletes data in a store'),
    mildly('lets files be changed'),
  ),
  'dialog whiptail zenity fzf gum sk': {
    options: `-mie01# --multi --ansi --reverse --exact --no-sort --tac --cycle --no-mouse --select-1 --exit-0
      --print0 --read0 --print-query --sync --border --inline-info --no-multi --keep-right --help --version -q= -f=
      -d= -n= --query= --filter= --delimiter= --nth= --with-nth= --height= --layout= --prompt= --header=
      --header-lines= --tiebreak= --color= --pointer= --marker= --scheme= --preview-window= --margin= --padding=
      --info= --expect= --algo= --listen|--listen-unsafe=?`,
    milds: { 'runs a command for what is shown': '--preview|--bind|--execute=' },
    ...onOption('--listen', run => awaitsOthers(run, '*', 'waits for connections, and obeys them')),
  },
};

/** Orders to an editor that only move, replace, save and leave. */
const QUIET =
  /^:?\s*(?:\d+|\$|w?qa?!?|x|wa?!?|wqa!?|%?(?:\d+,(?:\d+|\$))?s([/|#,]).*\1[gcie]*|g\/.*\/(?:d|s.*)|v\/.*\/d|set? .*|se .*|normal? .*|%?j|retab|sort|noh|syntax (?:on|off)|\/.*|\?.*|argdo .*s.*|%?d|version|help.*|PlugInstall|PlugUpdate|Lazy.*|TSUpdate.*|Mason.*|checkhealth.*)$/i;

/** Judges the path of `:e path`, `:r path` or `:w path`. */
function judgeOrderPath(run: JudgedCommand, order: string): undefined {
  const [, verb, path] = /^:?\s*(e|edit|r|read|sp|vs|tabe|w|write|sav|saveas)!?\s+([^!\s]\S*)/.exec(order) ?? [];
  if (path === undefined) return;
  if (/^(?:w|sav)/.test(verb!)) writePath(run, path);
  else readPath(run, path);
}

function judgeVim(run: JudgedCommand, given: GivenWords): undefined {
  const scripted = run.name === 'ex' || given.has('-e -E');
  const typed = scripted && run.stdin?.kind === 'text' ? run.stdin.value.split('\n').filter(line => line !== '') : [];
  if (scripted && run.stdin?.kind === 'data') blind(run, 'runs what another program prints');
  const script = given.valueOf('-l');
  if (script !== undefined) runFile(run, script, 'other');
  for (const { name, value = '' } of [...given.options, ...typed.map(value => ({ name: '-c', value }))]) {
    if (name === '-u' && !/^(?:NONE|NORC|DEFAULTS)$/i.test(value)) runFile(run, value, 'other');
    if (name !== '-c') continue;
    if (isLoose(value)) mild(run, 'gets an order that is known only at run time');
    for (const order of value.split('|')) {
      judgeOrderPath(run, order);
      if (RUNS_ORDER.test(order) && !QUIET.test(order.trim())) return risk(run, 'runs a command from the editor');
      if (!QUIET.test(order.trim())) mild(run, 'gets an order that is not known here');
    }
  }
  const keys =
    given.has('-s') && !given.has('-e') && !given.has('-E') && run.name !== 'ex' ? given.operands[0] : undefined;
  if (keys) runFile(run, keys.value, 'other');
  const views = run.name === 'view' || given.has('-R');
  for (const value of given.values) {
    readPath(run, value);
    if (!views) writePath(run, value);
  }
  mild(run, 'opens an editor');
}

const RUNS_ORDER =
  /!(?!$)|system\(|:?\s*(?:py|python3?|lua|perl|ruby|tcl|mz|source|so|runtime|call|exe|execute|term|terminal|let|autocmd|au|r\s*!|w\s+[/~]|w\s*!)\b/i;
