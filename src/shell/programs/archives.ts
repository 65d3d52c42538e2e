import { readAll, readPath, removePath, writePath } from '../judge/touch.ts';
import { doubtOptions, type JudgedCommand, mild, risk } from '../state/run.ts';
import { locate, markFetched } from '../state/shell.ts';
import { DATA } from '../state/value.ts';
import type { GivenWords, Programs } from './program.ts';

const COMPRESSORS = /^(?:gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|zstdmt|lz4|lzma|lzop|brotli|compress)(?: -[\w=-]+)*$/;

export const ARCHIVES: Programs = {
  'tar gtar bsdtar': {
    options: `-vzjJaZkmpSwWhlLsnUoiRBG# --verbose --gzip --bzip2 --xz --zstd --lzma --auto-compress --compress --wildcards --no-wildcards --wildcards-match-slash --exclude-vcs --exclude-vcs-ignores --exclude-caches --numeric-owner --preserve-permissions --same-permissions --no-same-owner --same-owner --no-same-permissions --dereference --sparse --totals --keep-old-files --skip-old-files --overwrite --unlink-first --recursion --no-recursion --full-time --utc --verify --force-local --anchored --no-anchored --ignore-case --null --occurrence --test-label --no-xattrs --xattrs --acls --selinux --warning --quoting-style --block-number --show-transformed-names --hard-dereference --one-file-system --no-auto-compress --touch --backup --suffix --delay-directory-restore --check-device --interactive --ignore-zeros --ignore-failed-read --clamp-mtime --no-overwrite-dir --keep-newer-files --recursive-unlink --posix --check-links --multi-volume --level --seek --no-seek --show-defaults --show-omitted-dirs --absolute-names --read-full-records
      -b= --exclude= --transform= --xform= --strip-components= --owner= --group= --mode= --mtime= -H= --format=
      --one-top-level= --sort= --newer= -N= -V= --label= -f|--file= -C|--directory= -I|--use-compress-program=
      -T|--files-from|-X|--exclude-from=read -P|--absolute-names --remove-files -c|--create -x|--extract|--get
      -t|--list|-d|--diff|--compare -r|--append|-u|--update|-A|--concatenate|--delete -O|--to-stdout`,
    risks: {
      'runs the named program':
        '--to-command|--checkpoint-action|--info-script|--new-volume-script|-F|--rsh-command|--rmt-command=',
    },
    judge: judgeTar,
  },
  zip: {
    options: `-rqvje019yuTFXDlLoSdfgzAJkwR#2345678 --recurse-paths --quiet --junk-paths --symlinks --encrypt --update
      --freshen -x= -i= -n= -t= -b= -P= -m|--move`,
    risks: { 'runs the named program': '-TT|--unzip-command=' },
    judge: (run, { values, has }) => packs(run, values, has('-m')),
  },
  unzip: { options: '-1aBbCfhjLMnoqsTuUVWX^:$/K -P= -x= -d= -l|-v|-Z|-t|-z -p|-c', judge: unpacks },
  '7z 7za 7zr rar p7zip': { ownOptions: true, judge: judgeSevenZip },
  unrar: { ownOptions: true, judge: judgeSevenZip },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 unlz4 lzma unlzma brotli compress uncompress pigz lzop': {
    options: '-S= -T= --suffix= --threads= -o|--output=write -c|--stdout|--to-stdout -l|--list|-t|--test -k|--keep',
    judge: (run, given) => {
      if (run.stdin?.kind === 'data' && run.stdin.network) run.output = run.stdin;
      for (const value of given.values) {
        readPath(run, value, { unseen: !given.has('-c -l') });
        if (!given.has('-c -l')) writePath(run, value);
      }
    },
  },
  'unar atool aunpack cabextract dpkg-deb rpm2cpio': { moderate: 'unpacks files', operands: ['read'] },
  zipinfo: { operands: ['read'] },
  lsar: { operands: ['read'] },
  jar: { ownOptions: true, judge: judgeJar },
};

function judgeTar(run: JudgedCommand, given: GivenWords): undefined {
  // The old style has no dash: `tar xzf file`.
  const [first, ...others] = given.values;
  const old = first !== undefined && run.values[0] === first && /^[A-Za-z]+$/.test(first) && /[cxtru]/.test(first);
  const letters = old ? first : '';
  const rest = old ? others : [...given.values];
  const archive = given.valueOf('-f') ?? (letters.includes('f') ? rest.shift() : undefined);
  const folder = given.valueOf('-C') ?? (letters.includes('C') ? rest.shift() : undefined);
  const compressor = given.valueOf('-I');
  if (compressor !== undefined && !COMPRESSORS.test(compressor)) risk(run, `runs ${compressor}`);
  if (/^[\w.-]+@?[\w.-]*:/.test(archive ?? '') && !given.has('--force-local')) risk(run, 'packs onto another machine');
  if (given.has('-t') || /^[^cxru]*t/.test(letters)) return archive === undefined ? undefined : readPath(run, archive);
  if (given.has('-c -r') || /[cru]/.test(letters)) {
    for (const value of rest)
      readPath(run, folder === undefined || value.startsWith('/') ? value : `${folder}/${value}`, { tree: true });
    if (given.has('--remove-files')) for (const value of rest) removePath(run, value, true);
    if (archive !== undefined && archive !== '-') writePath(run, archive);
    return;
  }
  if (archive !== undefined) readPath(run, archive);
  if (given.has('-O') || letters.includes('O')) return;
  if (given.has('-P') || letters.includes('P')) risk(run, 'unpacks to wherever the archive says');
  writePath(run, folder ?? '.', { tree: true });
  fetchedArchive(run, archive, folder);
}

/** Notes that nobody knows the files that came over the network and were unpacked, whatever their names. */
function fetchedArchive(run: JudgedCommand, archive: string | undefined, folder: string | undefined): undefined {
  const { session } = run.shell;
  const piped = run.stdin?.kind === 'data' && run.stdin.network === true;
  const made = archive !== undefined && session.made.get(locate(run.shell, archive).path)?.network === true;
  if (piped || made) markFetched(session, locate(run.shell, folder ?? '.').path);
}

function packs(run: JudgedCommand, [archive, ...files]: readonly string[], moves: boolean): undefined {
  for (const value of files) {
    if (value === '-x' || value === '-i') break;
    readPath(run, value, { tree: true });
    if (moves) removePath(run, value, true);
  }
  if (archive !== undefined) writePath(run, archive, { content: DATA });
}

function unpacks(run: JudgedCommand, given: GivenWords): undefined {
  const archive = given.values[0];
  if (archive !== undefined) readPath(run, archive);
  if (given.has('-l -p')) return;
  const folder = given.valueOf('-d') ?? '.';
  writePath(run, folder, { tree: true });
  fetchedArchive(run, archive, folder);
}

function judgeSevenZip(run: JudgedCommand, { values }: GivenWords): undefined {
  const [verb = '', archive, ...files] = values;
  if (/^(?:l|t|i|h|v|lb)$/.test(verb)) {
    doubtOptions(run, /^-(?:slt|ba|bd|y|p.*|r|t\w+|v|c-?|sccUTF-8|i!.*|x!.*|ai?!.*)$/);
    return archive === undefined ? undefined : readPath(run, archive);
  }
  const folder = run.args.find(({ value }) => /^-o./.test(value))?.value.slice(2);
  if (/^[ex]$/.test(verb)) {
    if (archive !== undefined) readPath(run, archive);
    return writePath(run, folder ?? '.', { tree: true });
  }
  packs(run, [archive ?? '', ...files], false);
  mild(run, 'changes an archive');
}

function judgeJar(run: JudgedCommand, { operands }: GivenWords): undefined {
  if (/^-?-?t|^--list/.test(run.values[0] ?? '')) {
    doubtOptions(run, /^-{1,2}(?:t[vf]*|list|file=?.*|f|v|verbose)$/);
    return readAll(run, operands.slice(-1));
  }
  mild(run, 'packs or unpacks files');
}
