import { moveAway, readPath, removePath, writePath } from '../judge/touch.ts';
import { type JudgedCommand, mild, prints, risk, runScript } from '../state/run.ts';
import { locate, markLink, PRINTED } from '../state/shell.ts';
import { DATA, isKnown, isLoose, SOME, showValue, startsLoose } from '../state/value.ts';
import { parseSize } from './parse-size.ts';
import { type GivenWords, judged, mildly, onOption, onText, type Programs, risky } from './program.ts';

export const FILES: Programs = {
  rm: {
    options: '-r|-R|--recursive',
    risks: { 'may delete the whole system': '--no-preserve-root' },
    judge: (run, given) => {
      const tree = given.has('-r');
      for (const value of given.values) removePath(run, value, tree);
    },
  },
  unlink: { operands: ['delete'] },
  'trash trash-put': { operands: ['delete'] },
  gio: {
    prefix: true,
    verbs: {
      'trash remove': { operands: ['deleteTree'] },
      'info list tree cat version help': { operands: ['look'] },
      'copy move save rename mkdir': { operands: ['read'], last: 'write' },
    },
    otherVerb: { dangerous: 'opens or mounts something' },
  },
  unsquashfs: {
    options: '-d|-dest=write -l|-ll|-s',
    long: true,
    operands: ['read'],
    ...onOption('-l', undefined, mildly('unpacks files')),
  },
  'rimraf del-cli rip safe-rm': { operands: ['deleteTree'] },
  rmdir: { operands: ['delete'] },
  shred: { dangerous: 'destroys content for good', operands: ['write'], options: '-n= -s=' },
  wipe: { dangerous: 'destroys content for good', operands: ['deleteTree'] },
  srm: { dangerous: 'destroys content for good', operands: ['deleteTree'] },
  mkdir: { operands: ['create'], options: '-m= --mode= -Z=' },
  touch: { operands: ['create'], options: '-d= -t= --date= -r|--reference=look' },
  mkfifo: { moderate: 'makes a pipe', operands: ['create'], options: '-m=' },
  mknod: { dangerous: 'makes a device', operands: ['create', 'text'] },
  mktemp: judged({ options: '-p= --tmpdir= --suffix=' }, run => {
    const path = run.args.findLast(({ value }) => value[0] !== '-')?.value ?? 'tmp.XXXXXX';
    const place = path.startsWith('/') ? path : `/tmp/tmp.${SOME}`;
    writePath(run, place, { gentle: true });
    prints(run, place.replace(/X+/, SOME));
  }),
  cp: {
    options: `-S= --suffix= --backup= --sparse= --reflink= -t|--target-directory=write -r|-R|-a|--recursive|--archive
      -T|--no-target-directory`,
    judge: copies,
  },
  install: {
    options: '-m= -o= -g= -S= --mode= --owner= --group= -d|--directory -t|--target-directory=write',
    risks: { 'runs the named program': '--strip-program=' },
    judge: (run, given) => {
      if (/[1-7][0-7]{3}$|[+=][a-z]*s/.test(given.valueOf('-m --mode') ?? ''))
        risk(run, 'sets the bit that lends rights');
      if (given.has('-d')) for (const value of given.values) writePath(run, value, { gentle: true });
      else copies(run, given);
    },
  },
  mv: {
    options: '-S= --suffix= --backup= -t|--target-directory=write -T|--no-target-directory',
    judge: (run, given) => {
      const { sources, target } = sourcesAndTarget(given);
      for (const value of sources) {
        if (startsLoose(value)) mild(run, 'moves a file that is known only at run time');
        else {
          if (staysInside(run, value, target ?? given.valueOf('-t'))) touchMoved(run, value);
          else removePath(run, value, false);
          // A file under another name is no longer known by its old name.
          readPath(run, value, { unseen: true });
        }
        if (/^\/dev\/null$/.test(target ?? '')) risk(run, 'moves files into nothing');
      }
      if (target !== undefined) {
        writePath(run, target);
        carryMade(run, sources, target);
      }
    },
  },
  ln: judged({ options: '-S= --suffix= -t|--target-directory=write -s|--symbolic' }, (run, given) => {
    const { sources, target } = sourcesAndTarget(given);
    for (const value of sources) {
      readPath(run, value);
      const place = locate(run.shell, value);
      if (place.kind !== 'workspace' && place.kind !== 'temp') mild(run, 'links to a path outside the workspace');
      const link = target ?? value.slice(value.lastIndexOf('/') + 1);
      writePath(run, link);
      markLink(run.shell.session, locate(run.shell, link).path, place.path);
    }
  }),
  'link symlink': { operands: ['read', 'write'] },
  chmod: {
    options: '-R|--recursive --reference=look',
    // A mode may start with a dash.
    judge: (run, given) => {
      const words = run.values.filter(value => !/^-(?:[Rvcf]+|-\w.*)$/.test(value));
      const [mode = '', ...paths] = given.options.some(({ name }) => name === '--reference') ? ['', ...words] : words;
      const tree = given.has('-R');
      for (const value of paths) writePath(run, value, { gentle: true, tree });
      if (/^[ugoa]*[+=][rwxXt]*s|^[2467][0-7]{3}$/.test(mode)) risk(run, 'sets the bit that lends rights');
      else if (tree && /^0?[0-7]?777$|^a?\+?.*o\+w|^a?[+=]rwx$|^000$|^0$/.test(mode))
        risk(run, 'opens or closes whole folders to everybody');
      else if (isLoose(mode)) mild(run, 'sets a mode that is known only at run time');
    },
  },
  'chown chgrp': judged({ options: '-R|--recursive --reference=look' }, (run, given) => {
    const [owner, ...paths] = given.operands;
    for (const { value } of paths) writePath(run, value, { gentle: true, tree: given.has('-R') });
    if (/^(?:root|0)(?::|$)/.test(owner?.value ?? '')) risk(run, 'gives files to root');
  }),
  setfacl: { moderate: 'changes who may use files', options: '-m= -x= -M=', operands: ['create'] },
  chattr: { dangerous: 'changes how files are protected', operands: ['text', 'create'] },
  setcap: { dangerous: 'lends rights to a program' },
  dd: judged({}, run => {
    const values = new Map(
      run.args.map(({ value }) => [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)]),
    );
    const source = values.get('if');
    const target = values.get('of');
    if (source !== undefined) readPath(run, source);
    if (target !== undefined) writePath(run, target, { content: DATA });
    const endless = /^\/dev\/(?:zero|u?random)$/.test(source ?? '');
    const size = parseSize(values.get('bs') ?? '512') * Number(values.get('count') ?? Number.NaN);
    if (endless && target !== '/dev/null' && !(size <= 4 * 2 ** 30)) risk(run, 'writes without end or too much');
  }),
  fallocate: judged({ options: '-o= --offset= -l|--length=', operands: ['write'] }, (run, given) => {
    if (!(parseSize(given.valueOf('-l') ?? '0') <= 4 * 2 ** 30)) risk(run, 'takes too much disk');
  }),
  truncate: judged({ operands: ['write'], options: '-s|--size= -r|--reference=look' }, (run, given) => {
    if (parseSize((given.valueOf('-s') ?? '0').replace(/^[+<>%/-]/, '')) > 100 * 2 ** 30)
      risk(run, 'takes too much disk');
  }),
  tee: judged({ options: '-a|--append' }, (run, given) => {
    const content = run.stdin?.kind === 'text' ? run.stdin.value : DATA;
    const network = run.stdin?.kind === 'data' && run.stdin.network === true;
    for (const value of given.values) writePath(run, value, { content, network });
    if (run.stdin?.kind === 'data' && run.stdin.endless && given.operands.length > 0) risk(run, 'writes without end');
    run.output = run.stdin ?? run.output;
  }),
  split: {
    moderate: 'writes pieces of a file',
    operands: ['read', 'write'],
    options: '-b= -l= -n= -a= -C= --filter=',
    judge: (run, given) => {
      const filter = given.valueOf('--filter');
      if (filter !== undefined) runScript(run, filter, PRINTED);
    },
  },
  csplit: { moderate: 'writes pieces of a file', operands: ['read', 'text'], options: '-b= -n= -f|--prefix=write' },
  'rename prename': { moderate: 'renames files', operands: ['text', 'write'] },
  mmv: { moderate: 'renames files' },
  'dos2unix unix2dos': judged({ options: '-i|--info=?' }, (run, given) => {
    for (const value of given.values) given.has('-i') ? readPath(run, value) : writePath(run, value);
  }),
  patch: {
    moderate: 'changes files',
    options: '-p= -F= --strip= -i|--input=read -d|--directory=write -o|--output=write -R|--reverse',
    operands: ['write'],
  },
  strip: { operands: ['write'] },
  sync: {},
  cpio: {
    options: '-H= -t|--list -D|--directory=write -F|--file=write',
    risks: { 'runs the named program': '--rsh-command=' },
    ...onOption('-t', undefined, mildly('packs or unpacks files')),
  },
  'convert magick mogrify optipng pngquant jpegoptim cwebp svgo gifsicle': {
    moderate: 'writes pictures',
    judge: (run, given) => {
      const odd =
        /^\||^(?:ephemeral|msl|mvg|vid|show|win|x|plasma|inline|https?|ftp|pango):|^(?:text|label|caption)?:?@/i;
      if (run.values.some(value => odd.test(value))) risk(run, 'runs a command, deletes or fetches for a picture');
      secretOperands(run, given);
    },
  },
  ffmpeg: {
    moderate: 'writes sound or film',
    long: true,
    options: `-ss= -t= -to= -c= -c:v= -c:a= -vf= -af= -r= -s= -b= -b:v= -b:a= -f= -vn= -map= -crf= -preset=
      -loglevel= -y= -i=read`,
    operands: ['write'],
    ...onText(
      / -f (?:x11grab|gdigrab|avfoundation|alsa|pulse|v4l2|kmsgrab|dshow)\b/,
      risky('records screen, camera or sound'),
    ),
  },
  'pandoc asciidoctor pdflatex xelatex lualatex latex tex xetex pdftex luatex latexmk wkhtmltopdf dot plantuml mmdc': {
    moderate: 'writes documents',
    options: '-o|--output=write',
    milds: { 'runs a filter': '--lua-filter|--filter|-F=own' },
    risks: { 'runs commands of the document': '--shell-escape|-shell-escape|--enable-write18|-enable-write18' },
    judge: secretOperands,
  },
};

/** Reads operands that are paths; the last of several is the file that is made. */
function secretOperands(run: JudgedCommand, { operands }: GivenWords): undefined {
  for (const { value } of operands) if (isKnown(value) && /^[/~.]/.test(value)) readPath(run, value);
  const last = operands.at(-1)?.value ?? '';
  if (operands.length > 1 && /^(?:[/~]|\.\.)/.test(last)) writePath(run, last);
}

/** Whether a move stays within the workspace, so that nothing is lost. */
function staysInside(run: JudgedCommand, source: string, target: string | undefined): boolean {
  if (target === undefined) return false;
  const { root } = run.shell.session.where;
  const [from, to] = [locate(run.shell, source), locate(run.shell, target)];
  const guarded = /(?:^|\/)\.(?:git|toolgate)(?:\/|$)|toolgate\.config/.test(from.path.slice(root.length));
  return from.kind === 'workspace' && to.kind === 'workspace' && from.path !== root && !guarded;
}

function touchMoved(run: JudgedCommand, value: string): undefined {
  moveAway(run, value);
  mild(run, `moves ${showValue(value)}`);
}

function sourcesAndTarget(given: GivenWords): { sources: readonly string[]; target: string | undefined } {
  const values = given.values;
  const folder = given.valueOf('-t');
  if (folder !== undefined) return { sources: values, target: undefined };
  return {
    sources: values.length > 1 ? values.slice(0, -1) : values,
    target: values.length > 1 ? values.at(-1) : undefined,
  };
}

function copies(run: JudgedCommand, given: GivenWords): undefined {
  const { sources, target } = sourcesAndTarget(given);
  for (const value of sources) {
    readPath(run, value, { tree: given.has('-r') });
    if (/^\/dev\/(?:zero|full|u?random)$/.test(value)) risk(run, 'writes without end');
  }
  if (target === undefined) return;
  writePath(run, target);
  carryMade(run, sources, target);
}

/** Keeps the content of a file, which this text made, under the file's new name too. */
function carryMade(run: JudgedCommand, sources: readonly string[], target: string): undefined {
  const { made } = run.shell.session;
  for (const source of sources) {
    const known = made.get(locate(run.shell, source).path);
    if (!known) continue;
    const to = locate(run.shell, target).path;
    made.set(to, known);
    made.set(`${to}/${source.slice(source.lastIndexOf('/') + 1)}`, known);
  }
}
