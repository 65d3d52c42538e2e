import { isSecretName } from '../judge/secrets.ts';
import { namesSecret, readPath, runFile, writePath } from '../judge/touch.ts';
import { doubtOptions, type JudgedCommand, mild, prints, risk, tellsVariables } from '../state/run.ts';
import { ENDLESS } from '../state/shell.ts';
import { SOME, staysBelow, type Word } from '../state/value.ts';
import { parseSize } from './parse-size.ts';
import { judged, type Programs, reader, SAFE } from './program.ts';
import { PRINTING, passOn, SEARCHERS } from './searchers.ts';

/** Programs that read files or standard input and print, with the few of their options that do more. */
export const READERS: Programs = {
  ...SEARCHERS,
  'tidy tac rev nl fold fmt expand unexpand paste comm join column tsort pr hexdump od strings cksum sum md5sum md5 sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum b3sum crc32 zcat bzcat xzcat zless bat batcat ccat most cmp diff3 colordiff icdiff delta wdiff lzcat zstdcat csvlook csvcut csvstat xmllint hexyl jless gron glow mdcat vd tokei cloc loc nm objdump readelf size ldd otool lipo dwarfdump addr2line c++filt basenc base32 uuencode numfmt':
    { operands: ['read'], ...PRINTING },
  'sdiff iconv pygmentize highlight scc': {
    ...PRINTING,
    operands: ['read'],
    options: `${PRINTING.options} -f= -t= -l= -w= -o=write`,
  },
  mlr: { prefix: true, operands: ['read'], milds: { 'changes files in place': '-I' } },
  uudecode: { dangerous: 'writes where its input says', operands: ['read'] },
  cat: judged({ operands: ['read'] }, (run, { operands }) => {
    const [only] = operands;
    if (operands.length === 0 || (operands.length === 1 && only!.value === '-')) run.output = run.stdin ?? run.output;
    else if (operands.length === 1) run.output = fileStream(run, only!.value);
  }),
  'head tail': {
    operands: ['read'],
    options: '-n= --lines= -s= --pid= --sleep-interval= -c|--bytes=',
    judge: (run, given) => {
      if (given.operands.length === 0) passOn(run, true);
      if (parseSize(given.valueOf('-c') ?? '0') > 4 * 2 ** 30) risk(run, 'prints too much');
    },
  },
  wc: { operands: ['read'], options: '--files0-from=read' },
  sort: {
    operands: ['read'],
    options: `-k= -t= -S= -T= --key= --field-separator= --buffer-size= --temporary-directory= --parallel=
      --batch-size= -o|--output=write --files0-from=read --random-source=read`,
    risks: { 'runs the named program': '--compress-program=' },
    judge: (run, { operands }) => (operands.length === 0 ? passOn(run) : undefined),
  },
  uniq: {
    operands: ['read', 'write'],
    options: '-f= -s= -w= --skip-fields= --skip-chars= --check-chars=',
    judge: (run, { operands }) => (operands.length === 0 ? passOn(run) : undefined),
  },
  shuf: { operands: ['read'], options: '-n= -i= --head-count= --input-range= -o|--output=write -e|--echo' },
  cut: {
    operands: ['read'],
    options: '-d= -f= -c= -b= --delimiter= --fields= --characters= --bytes= --output-delimiter=',
  },
  'ls dir vdir exa eza lsd': {
    operands: ['look'],
    options: '-I= -w= -T= --ignore= --hide= --time-style= --sort= --level= --format= --time=',
    judge: (run, given) => {
      const { operands } = given;
      const secrets = operands.map(({ value }) => value).filter(value => namesSecret(run.shell, value));
      if (operands.every(({ value }) => staysBelow(value)))
        prints(run, [...secrets, ...listed(operands, given.has('-a -A --all --almost-all -f'))].join('\n'));
      else if (secrets.length > 0) prints(run, secrets.join('\n'));
    },
  },
  tree: {
    operands: ['lookTree'],
    options: `-L= -I= -P= --filelimit= --charset= --timefmt= --sort= -o=write --fromfile|--fromtabfile
      --gitfile|--infofile=read -R`,
    judge: (run, given) => {
      if (given.has('--fromfile')) for (const value of given.values) readPath(run, value);
    },
  },
  file: {
    operands: ['look'],
    options: `-F= --separator= -e= --exclude= --exclude-quiet= -P= --parameter=
      -f|--files-from|-m|--magic-file|-M=read`,
    milds: { 'writes a compiled list': '-C|--compile' },
  },
  'stat readlink du df lsattr getfacl namei pathchk': {
    operands: ['look'],
    options: `-c= -f= --format= --printf= -d= --max-depth= --exclude= -t= --block-size= -B= --threshold= -m= -e= -F=
      --relative-to= --relative-base= -X|--exclude-from|--files0-from=read`,
    milds: { 'writes a compiled list': '-C|--compile' },
    judge: (run, { operands }) => {
      const [only] = operands;
      if (run.name === 'readlink' && only) run.output = { kind: 'text', value: only.value };
    },
  },
  realpath: judged({ operands: ['text'], options: '--relative-to= --relative-base=' }, (run, { operands }) => {
    if (operands[0]) run.output = { kind: 'text', value: operands[0].value };
  }),
  'ncdu dust': reader('lookTree'),
  'basename dirname': judged({ operands: ['text'], options: '-s= --suffix=' }, (run, { operands }) => {
    const value = operands[0]?.value ?? '';
    const slash = value.lastIndexOf('/');
    if (run.name === 'basename')
      run.output = { kind: 'text', value: /[\uE000-\uE003]/.test(value) ? SOME : value.slice(slash + 1) };
    else run.output = { kind: 'text', value: dirname(value) };
  }),
  'which whereis type': { operands: ['text'], judge: run => prints(run, `/usr/bin/${run.values[0] ?? ''}`) },
  jq: {
    options: '--indent= --arg= --argjson= --args= -f|--from-file|-L=read --slurpfile|--rawfile=',
    judge: (run, given) => {
      const files = given.has('-f') ? given.operands : given.operands.slice(1);
      judgeFilter(run);
      for (const { value } of files.filter(({ value: text }) => text.includes('.') && !text.includes(' ')))
        readPath(run, value);
    },
  },
  'yq dasel': {
    options: '-o= -p= -I= --output-format= --input-format= --indent= -f= -r= -w= -s=',
    milds: { 'changes files in place': '-i|--inplace|--in-place' },
    judge: (run, given) => {
      const files = given.operands.filter(({ value }) => /\.(?:ya?ml|json|toml|xml)$/.test(value));
      judgeFilter(run);
      for (const { value } of files) given.has('-i') ? writePath(run, value) : readPath(run, value);
    },
  },
  htmlq: { options: '-tp -a= -f= -b= --attribute= --filename= --base=' },
  pup: { options: '-cpin --color --plain' },
  base64: { operands: ['read'], options: '-w= --wrap= -b= -i|--input=read -o|--output=write' },
  xxd: { options: '-l= -s= -c= -g= -o= -n=', operands: ['read', 'write'] },
  seq: judged({ operands: ['text'], options: '-s= -f=' }, (run, { operands }) => {
    if (operands.some(({ value }) => Math.abs(Number(value)) > 1e10)) run.output = ENDLESS;
    else prints(run, SOME);
  }),
  'expr bc factor units cal ncal': { operands: ['text'], judge: run => prints(run, SOME) },
  yes: judged({ operands: ['text'] }, run => {
    run.output = ENDLESS;
  }),
  dc: {
    judge: run => (run.text.includes('!') || run.stdin ? risk(run, 'can run a program') : undefined),
    options: '-e= -f=own',
  },
  hash: { risks: { 'chooses another program for a name': '-p=' }, operands: ['text'] },
  'look xq': reader('text', 'read'),
  'aspell sleep tput getconf tr': reader('text'),
  shellcheck: { operands: ['read'], options: '-s= -e= -f= -S= -x= -o= --shell= --exclude= --format= --severity=' },
  yamllint: { operands: ['read'], options: '-c= -f= -d=' },
  jsonlint: { operands: ['read'], milds: { 'changes files in place': '-i|--in-place' } },
  markdownlint: { operands: ['read'], options: '-c= --config= -i=', milds: { 'changes files in place': '-f|--fix' } },
  'identify actionlint': { ...reader(), long: true },
  exiftool: { operands: ['read'], ownOptions: true, judge: run => judgeExif(run) },
  ffprobe: {
    long: true,
    operands: ['read'],
    options: '-v= -show_entries= -of= -select_streams= -print_format= -i=read',
  },
  pdftotext: { operands: ['read', 'write'], options: '-f= -l= -r= -x= -y= -W= -H= -enc= -eol= -opw= -upw=' },
  sponge: { moderate: 'writes what comes in', operands: ['write'] },
  cowsay: judged({ options: '-f=' }, (run, given) => {
    const file = given.valueOf('-f') ?? '';
    if (file.includes('/')) runFile(run, file, 'other');
  }),
  uuidgen: { judge: run => prints(run, SOME) },
  'pkgconf pkg-config': {
    options: `--cflags --libs --libs-only-l --libs-only-L --libs-only-other --cflags-only-I --cflags-only-other --modversion --exists --list-all --static --print-errors --short-errors --silence-errors --print-variables --print-requires --print-requires-private --print-provides --list-package-names --uninstalled --path
      --variable= --atleast-version= --exact-version= --max-version= --define-variable=`,
  },
  trufflehog: reader('readTree'),
  gitleaks: { operands: ['text'] },
  'xsel xclip pbpaste wl-paste': { judge: readsClipboard },
  'pbcopy wl-copy': { moderate: 'changes the clipboard' },
  'clear reset stty tty banner figlet fortune errno ascii mcookie pwgen locale infocmp': SAFE,
  'more spell hadolint mediainfo pdfinfo lolcat cpp': reader(),
};

/** Judges a filter of jq or yq, which may also print the environment or load files. */
function judgeFilter(run: JudgedCommand): undefined {
  for (const value of run.values) {
    const named = /(?:\$ENV\.|\benv\.|\b(?:str)?env\()["']?(\w+)/.exec(value)?.[1];
    if (named !== undefined && !isSecretName(named)) continue;
    if (/\$ENV\b|(?:^|[\s|(,])(?:str)?env(?:[\s|),(]|$)/.test(value))
      tellsVariables(run, 'prints variables, secrets too');
    if (/\bload\w*\(/.test(value)) mild(run, 'loads another file');
  }
}

/** Options of exiftool, whose names of tags are written as options too, in capitals. */
const EXIF_OPTIONS =
  /^(?:--?(?:[A-Z][\w:-]*[#+]?|all|exif:\w+|iptc:\w+|xmp:\w+|gps\w*:?\w*)|-(?:a|b|c|d|e|ext|f|g\d*|G\d*|h|i|j|json|csv|l|n|q|r|s\d?|S|t|T|u|U|v\d?|z|x|ver|fast\d?|list|listx|m|ee|charset|coordFormat|dateFormat|sort|struct|progress|overwrite_original|if|config|userparam)|-\w+[+<-]?=.*)$/;

function judgeExif(run: JudgedCommand): undefined {
  doubtOptions(run, EXIF_OPTIONS);
  const values = run.values;
  if (values.some(value => /^-(?:config|if|userparam|p|api|ee|stay_open|execute|@|w|textout)\b/i.test(value)))
    values.some(value => /^-(?:config|if|userparam)$/i.test(value))
      ? risk(run, 'runs code')
      : mild(run, 'reads or writes more');
  else if (values.some(value => /^-\w+.*=/.test(value) || value === '-overwrite_original')) mild(run, 'changes files');
}

function readsClipboard(run: JudgedCommand): undefined {
  const shows = run.values.some(value => /^-{1,2}o(?:ut|utput)?$/.test(value));
  const writes = !shows && (run.args.length === 0 || run.values.some(value => /^-{1,2}(?:i|in|input|sel)/.test(value)));
  if (writes && run.stdin && run.name.startsWith('x')) mild(run, 'changes the clipboard');
  else risk(run, 'reads the clipboard');
}

/** The names that `ls *.log` tells, by its pattern; of a folder, all names in it. */
function listed(operands: readonly Word[], hidden: boolean): readonly string[] {
  const files = operands.length > 0 && operands.every(({ value }) => value.includes(SOME) && /\.\w+$/.test(value));
  if (files) return operands.map(({ value }) => value);
  return hidden ? [`.${SOME}`, SOME] : [SOME];
}

function fileStream(run: JudgedCommand, value: string): JudgedCommand['output'] {
  if (/^\/dev\/(?:zero|full|u?random)$/.test(value)) return ENDLESS;
  const path = value.startsWith('/') ? value : `${run.shell.cwd ?? ''}/${value}`;
  const made = run.shell.session.made.get(path);
  if (made) return made.network ? { kind: 'data', network: true } : { kind: 'text', value: made.content };
  return { kind: 'file', path: value };
}

function dirname(value: string): string {
  if (/[\uE001-\uE003]/.test(value)) return value.startsWith('/') ? value : SOME;
  const slash = value.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : value.slice(0, slash);
}
