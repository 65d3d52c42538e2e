import { isSecretName } from '../judge/secrets.ts';
import { namesSecret, readPath, runFile, writePath } from '../judge/touch.ts';
import { doubtOptions, type JudgedCommand, mild, prints, risk, tellsVariables } from '../state/run.ts';
import { ENDLESS } from '../state/shell.ts';
import { isKnown, literal, PICKED, SOME, staysBelow, type Word } from '../state/value.ts';
import { parseSize } from './parse-size.ts';
import { each, mildly, type Program, type Programs, reader, risky, SAFE } from './program.ts';

/** Names that begin with a dot are among them. */
const HIDDEN = /(?:^|\n|\/)\.\uE000/;

/** Hands on what comes in, or less of it: names of files stay names of files. */
function passOn(run: JudgedCommand, picks = false): undefined {
  const { stdin } = run;
  if (stdin?.kind === 'text' && staysBelow(stdin.value))
    prints(run, picks || isKnown(stdin.value) ? (HIDDEN.test(stdin.value) ? `${SOME}/.${SOME}` : PICKED) : stdin.value);
  else if (stdin?.kind === 'data' && stdin.network) run.output = stdin;
}

/** Options of programs that print: few of them do more. */
const PRINTING: NonNullable<Program['options']> = {
  '--output --outfile': 'write',
  '--xpath --schema --encode': 'text',
  '--pager --diff-program --extract-with --plugin --shell --config': risky('runs the named program', 'text'),
};

/** Programs that read files or standard input and print, with the few options that do more. */
/** Without a path, and with nothing that comes in, all below the working directory is read. */
const readHere = (run: JudgedCommand, paths: readonly Word[]): undefined =>
  paths.length === 0 && !run.stdin ? readPath(run, '.', { tree: true }) : undefined;

export const READERS: Programs = {
  ...each(
    'tidy tac rev nl fold fmt expand unexpand paste comm join column tsort pr hexdump od strings cksum sum md5sum md5 sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum b3sum crc32 zcat bzcat xzcat zless bat batcat ccat most cmp diff3 colordiff icdiff delta wdiff lzcat zstdcat csvlook csvcut csvstat xmllint hexyl jless gron glow mdcat vd tokei cloc loc nm objdump readelf size ldd otool lipo dwarfdump addr2line c++filt basenc base32 uuencode numfmt',
    { operands: ['read'], options: PRINTING },
  ),
  ...each('sdiff iconv pygmentize highlight scc', {
    operands: ['read'],
    values: '-f -t -l -w',
    options: { ...PRINTING, '-o': 'write' },
  }),
  ...each('zgrep bzgrep xzgrep pdfgrep', { operands: ['text', 'read'], options: PRINTING }),
  ...each('ag ack rgrep rga', {
    operands: ['text', 'readTree'],
    options: PRINTING,
    judge: (run, { operands }) => readHere(run, operands.slice(1)),
  }),
  mlr: { prefix: true, operands: ['read'], options: { '-I': mildly('changes files in place') } },
  uudecode: { operands: ['read'], danger: 'dangerous', why: 'writes where its input says' },
  cat: {
    operands: ['read'],
    judge: (run, { operands }) => {
      const [only] = operands;
      if (operands.length === 0 || (operands.length === 1 && only!.value === '-')) run.output = run.stdin ?? run.output;
      else if (operands.length === 1) run.output = fileStream(run, only!.value);
    },
  },
  ...each('head tail', {
    operands: ['read'],
    values: '-n --lines -s --pid --sleep-interval',
    options: { '-c --bytes': { role: 'text' } },
    judge: (run, given) => {
      if (given.operands.length === 0) passOn(run, true);
      if (parseSize(given.valueOf('-c') ?? '0') > 4 * 2 ** 30) risk(run, 'prints too much');
    },
  }),
  wc: { operands: ['read'], options: { '--files0-from': 'read' } },
  ...each('sort', {
    operands: ['read'],
    values: '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --parallel --batch-size',
    options: {
      '-o --output': 'write',
      '--files0-from': 'read',
      '--compress-program': risky('runs the named program', 'text'),
      '--random-source': 'read',
    },
    judge: (run, { operands }) => (operands.length === 0 ? passOn(run) : undefined),
  }),
  uniq: {
    operands: ['read', 'write'],
    values: '-f -s -w --skip-fields --skip-chars --check-chars',
    judge: (run, { operands }) => (operands.length === 0 ? passOn(run) : undefined),
  },
  shuf: {
    operands: ['read'],
    values: '-n -i --head-count --input-range',
    options: { '-o --output': 'write', '-e --echo': {} },
  },
  cut: { operands: ['read'], values: '-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter' },
  tr: { operands: ['text'] },
  ...each('grep egrep fgrep', {
    values:
      '-m -A -B -C -d -D --max-count --context --after-context --before-context --include --exclude --exclude-dir --label --binary-files --directories',
    options: { '-e --regexp': { role: 'text' }, '-f --file --exclude-from': 'read' },
    judge: (run, given) => {
      const [pattern, ...rest] = given.operands;
      const patterned = given.has('-e', '-f');
      const files = patterned ? given.operands : rest;
      const tree = given.has('-r', '-R', '--recursive', '--dereference-recursive');
      for (const { value } of files) readPath(run, value, { tree });
      if (tree) readHere(run, files);
      const names = given.has('-l', '-L', '--files-with-matches', '--files-without-match');
      const sought = `${SOME}/${literal(pattern?.value ?? '')}`;
      if (
        files.length === 0 &&
        !tree &&
        !given.has('-v') &&
        run.stdin?.kind === 'text' &&
        namesSecret(run.shell, sought)
      )
        prints(run, sought);
      else if (files.length === 0 && !tree) passOn(run, true);
      else if (names && files.every(({ value }) => staysBelow(value))) prints(run, PICKED);
      if (pattern === undefined && !patterned) mild(run, 'has no pattern');
    },
  }),
  rg: {
    values:
      '-m -A -B -C -t -T -g -r -j -M -d --max-count --context --after-context --before-context --type --type-not --glob --iglob --replace --threads --max-columns --max-depth --max-filesize --sort --sortr --color --colors --engine --encoding -E --type-add --path-separator --field-match-separator',
    options: {
      '-e --regexp': { role: 'text' },
      '-f --file --ignore-file': 'read',
      '--pre --hostname-bin': risky('runs the named program', 'text'),
      '--search-zip -z': {},
    },
    judge: (run, given) => {
      const rest = given.has('-e', '-f', '--files', '--type-list') ? given.operands : given.operands.slice(1);
      for (const { value } of rest) readPath(run, value, { tree: true });
      if (!given.has('--files', '--type-list')) readHere(run, rest);
      const names = given.has('-l', '--files', '--files-with-matches', '--files-without-match');
      if (names && rest.every(({ value }) => staysBelow(value))) prints(run, PICKED);
    },
  },
  ...each('diff', {
    operands: ['read'],
    values: '-x -X -U -C -W -I -F -L --exclude --label',
    options: { '--to-file --from-file': 'read' },
    judge: (run, given) => {
      if (!given.has('-r', '--recursive')) return;
      for (const { value } of given.operands) readPath(run, value, { tree: true });
    },
  }),
  ...each('ls dir vdir exa eza lsd', {
    operands: ['look'],
    values: '-I -w -T --ignore --hide --time-style --sort --level --format --time',
    judge: (run, given) => {
      const { operands } = given;
      const secrets = operands.map(({ value }) => value).filter(value => namesSecret(run.shell, value));
      if (operands.every(({ value }) => staysBelow(value)))
        prints(run, [...secrets, ...listed(operands, given.has('-a', '-A', '--all', '--almost-all', '-f'))].join('\n'));
      else if (secrets.length > 0) prints(run, secrets.join('\n'));
    },
  }),
  tree: {
    operands: ['lookTree'],
    values: '-L -I -P --filelimit --charset --timefmt --sort',
    options: { '-o': 'write', '--fromfile --fromtabfile': { name: 'list' }, '--gitfile --infofile': 'read', '-R': {} },
    judge: (run, given) => {
      if (given.has('list')) for (const { value } of given.operands) readPath(run, value);
    },
  },
  file: {
    operands: ['look'],
    values: '-F --separator -e --exclude --exclude-quiet -P --parameter',
    options: { '-C --compile': mildly('writes a compiled list'), '-f --files-from -m --magic-file -M': 'read' },
  },
  ...each('stat readlink du df lsattr getfacl namei pathchk', {
    operands: ['look'],
    values:
      '-c -f --format --printf -d --max-depth --exclude -t --block-size -B --threshold -m -e -F --relative-to --relative-base',
    options: { '-C --compile': mildly('writes a compiled list'), '-X --exclude-from --files0-from': 'read' },
    judge: (run, { operands }) => {
      const [only] = operands;
      if (run.name === 'readlink' && only) run.output = { kind: 'text', value: only.value };
    },
  }),
  realpath: {
    operands: ['text'],
    values: '--relative-to --relative-base',
    judge: (run, { operands }) => {
      if (operands[0]) run.output = { kind: 'text', value: operands[0].value };
    },
  },
  ncdu: reader('lookTree'),
  dust: reader('lookTree'),
  ...each('basename dirname', {
    operands: ['text'],
    values: '-s --suffix',
    judge: (run, { operands }) => {
      const value = operands[0]?.value ?? '';
      const slash = value.lastIndexOf('/');
      if (run.name === 'basename')
        run.output = { kind: 'text', value: /[\uE000-\uE003]/.test(value) ? SOME : value.slice(slash + 1) };
      else run.output = { kind: 'text', value: dirname(value) };
    },
  }),
  ...each('which whereis type', {
    operands: ['text'],
    judge: run => prints(run, `/usr/bin/${run.args[0]?.value ?? ''}`),
  }),
  ...each('jq', {
    values: '--indent --arg --argjson --args',
    options: { '-f --from-file -L': 'read', '--slurpfile --rawfile': { role: 'text' } },
    judge: (run, given) => {
      const files = given.has('-f') ? given.operands : given.operands.slice(1);
      judgeFilter(run);
      for (const { value } of files.filter(({ value: text }) => text.includes('.') && !text.includes(' ')))
        readPath(run, value);
    },
  }),
  ...each('yq dasel', {
    values: '-o -p -I --output-format --input-format --indent -f -r -w -s',
    options: { '-i --inplace --in-place': mildly('changes files in place') },
    judge: (run, given) => {
      const files = given.operands.filter(({ value }) => /\.(?:ya?ml|json|toml|xml)$/.test(value));
      judgeFilter(run);
      for (const { value } of files) given.has('-i') ? writePath(run, value) : readPath(run, value);
    },
  }),
  xq: reader('text', 'read'),
  htmlq: { flags: '-tp', values: '-a -f -b --attribute --filename --base', danger: 'safe' },
  pup: { flags: '-cpin --color --plain', danger: 'safe' },
  ...each('base64', {
    operands: ['read'],
    values: '-w --wrap -b',
    options: { '-i --input': 'read', '-o --output': 'write' },
  }),
  xxd: {
    values: '-l -s -c -g -o -n',
    operands: ['read', 'write'],
  },
  ...each('seq', {
    operands: ['text'],
    values: '-s -f',
    judge: (run, { operands }) => {
      if (operands.some(({ value }) => Math.abs(Number(value)) > 1e10)) run.output = ENDLESS;
      else prints(run, SOME);
    },
  }),
  ...each('expr bc factor units cal ncal', {
    operands: ['text'],
    judge: run => prints(run, SOME),
  }),
  yes: {
    operands: ['text'],
    judge: run => {
      run.output = ENDLESS;
    },
  },
  dc: {
    judge: run => (run.text.includes('!') || run.stdin ? risk(run, 'can run a program') : undefined),
    options: { '-e': 'text', '-f': 'own' },
  },
  hash: { options: { '-p': risky('chooses another program for a name', 'text') }, operands: ['text'] },
  sleep: { operands: ['text'] },
  more: reader(),
  look: reader('text', 'read'),
  spell: reader(),
  aspell: reader('text'),
  shellcheck: { operands: ['read'], values: '-s -e -f -S -x -o --shell --exclude --format --severity' },
  hadolint: reader(),
  actionlint: { ...reader(), long: true },
  yamllint: { operands: ['read'], values: '-c -f -d' },
  jsonlint: { operands: ['read'], options: { '-i --in-place': mildly('changes files in place') } },
  markdownlint: {
    operands: ['read'],
    options: { '-f --fix': mildly('changes files in place') },
    values: '-c --config -i',
  },
  identify: { ...reader(), long: true },
  exiftool: {
    operands: ['read'],
    ownOptions: true,
    judge: run => judgeExif(run),
  },
  mediainfo: reader(),
  ffprobe: {
    long: true,
    operands: ['read'],
    values: '-v -show_entries -of -select_streams -print_format',
    options: { '-i': 'read' },
  },
  pdfinfo: reader(),
  pdftotext: { operands: ['read', 'write'], values: '-f -l -r -x -y -W -H -enc -eol -opw -upw' },
  sponge: { operands: ['write'], danger: 'moderate', why: 'writes what comes in' },
  tput: { operands: ['text'] },
  clear: SAFE,
  reset: SAFE,
  stty: SAFE,
  tty: SAFE,
  banner: SAFE,
  figlet: SAFE,
  cowsay: {
    options: { '-f': { role: 'text' } },
    judge: (run, given) => {
      const file = given.valueOf('-f') ?? '';
      if (file.includes('/')) runFile(run, file, 'other');
    },
  },
  fortune: SAFE,
  lolcat: reader(),
  errno: SAFE,
  ascii: SAFE,
  uuidgen: { judge: run => prints(run, SOME) },
  mcookie: SAFE,
  pwgen: SAFE,
  getconf: { operands: ['text'] },
  locale: SAFE,
  infocmp: SAFE,
  ...each('pkgconf pkg-config', {
    flags:
      '--cflags --libs --libs-only-l --libs-only-L --libs-only-other --cflags-only-I --cflags-only-other --modversion --exists --list-all --static --print-errors --short-errors --silence-errors --print-variables --print-requires --print-requires-private --print-provides --list-package-names --uninstalled --path',
    values: '--variable --atleast-version --exact-version --max-version --define-variable',
    danger: 'safe',
  }),
  cpp: reader(),
  trufflehog: reader('readTree'),
  gitleaks: { danger: 'safe', operands: ['text'] },
  xsel: { judge: run => readsClipboard(run) },
  xclip: { judge: run => readsClipboard(run) },
  pbpaste: { judge: run => readsClipboard(run) },
  'wl-paste': { judge: run => readsClipboard(run) },
  pbcopy: { danger: 'moderate', why: 'changes the clipboard' },
  'wl-copy': { danger: 'moderate', why: 'changes the clipboard' },
};

/** A filter of jq or yq may also print the environment or load files. */
function judgeFilter(run: JudgedCommand): undefined {
  for (const { value } of run.args) {
    const named = /(?:\$ENV\.|\benv\.|\b(?:str)?env\()["']?(\w+)/.exec(value)?.[1];
    if (named !== undefined && !isSecretName(named)) continue;
    if (/\$ENV\b|(?:^|[\s|(,])(?:str)?env(?:[\s|),(]|$)/.test(value))
      tellsVariables(run, 'prints variables, secrets too');
    if (/\bload\w*\(/.test(value)) mild(run, 'loads another file');
  }
}

/** Names of tags are written as options too, in capitals. */
const EXIF_OPTIONS =
  /^(?:--?(?:[A-Z][\w:-]*[#+]?|all|exif:\w+|iptc:\w+|xmp:\w+|gps\w*:?\w*)|-(?:a|b|c|d|e|ext|f|g\d*|G\d*|h|i|j|json|csv|l|n|q|r|s\d?|S|t|T|u|U|v\d?|z|x|ver|fast\d?|list|listx|m|ee|charset|coordFormat|dateFormat|sort|struct|progress|overwrite_original|if|config|userparam)|-\w+[+<-]?=.*)$/;

function judgeExif(run: JudgedCommand): undefined {
  doubtOptions(run, EXIF_OPTIONS);
  const values = run.args.map(({ value }) => value);
  if (values.some(value => /^-(?:config|if|userparam|p|api|ee|stay_open|execute|@|w|textout)\b/i.test(value)))
    values.some(value => /^-(?:config|if|userparam)$/i.test(value))
      ? risk(run, 'runs code')
      : mild(run, 'reads or writes more');
  else if (values.some(value => /^-\w+.*=/.test(value) || value === '-overwrite_original')) mild(run, 'changes files');
}

function readsClipboard(run: JudgedCommand): undefined {
  const shows = run.args.some(({ value }) => /^-{1,2}o(?:ut|utput)?$/.test(value));
  const writes =
    !shows && (run.args.length === 0 || run.args.some(({ value }) => /^-{1,2}(?:i|in|input|sel)/.test(value)));
  if (writes && run.stdin && run.name.startsWith('x')) mild(run, 'changes the clipboard');
  else risk(run, 'reads the clipboard');
}

/** `ls *.log` tells the names that the pattern has; of a folder, whatever is in it. */
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
