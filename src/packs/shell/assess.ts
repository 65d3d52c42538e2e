import type { Understanding } from '../../shell/understand-command.ts';
import { sayList } from '../../text/say.ts';
import { type Assessment, isUnbounded } from '../../tool/effect.ts';

/** The worst effects of a command, so that a person who is asked need not read the whole command. */
export function assess(understood: Understanding): Assessment {
  const { danger, reasons } = understood;
  const opaque = isOpaque(understood);
  const unseen = understood.unseen && { unseen: true };
  const worst = [...new Set(reasons.filter(reason => reason.danger === danger).map(({ text }) => text))];
  return { danger, opaque, ...unseen, ...(worst.length === 0 ? {} : { why: sayList(worst, 3) }) };
}

/** Programs that read files given by name and run nothing else: all that they read is among the effects. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'cd echo printf true false : test [ pwd export unset read set exit sleep date seq ' +
    'cat head tail cut tr sort uniq wc nl tac rev fold paste join comm diff cmp md5sum sha1sum sha256sum base64 od xxd ' +
    'ls stat file du df tree basename dirname realpath readlink grep egrep fgrep rg jq ' +
    'mkdir rmdir touch cp mv rm ln chmod truncate mktemp tee curl wget'
  ).split(' '),
);

/** Programs that tell names, sizes and times, and open no file that a word or a folder names. */
const LOOKING: ReadonlySet<string> = new Set(
  (
    'cd echo printf true false : test [ [[ pwd export unset read set exit sleep date seq which type command ' +
    'ls dir stat du df tree find fd basename dirname realpath readlink xargs'
  ).split(' '),
);

/**
 * Whether a command is made of programs that are known to read, and runs nothing of the project: it needs no private
 * files but those that it names. A command that changes files must see them as they are, and git compares with the
 * files there.
 */
export const onlyReads = (understood: Understanding, root: string): boolean => {
  const { commands, effects } = understood;
  if (isOpaque(understood) || effects === 'everything') return false;
  const changes = effects.some(
    ({ kind, resource }) => (kind === 'write' || kind === 'delete') && meets(resource, root),
  );
  const names = commands.map(({ words: [name = ''] }) => name.slice(name.lastIndexOf('/') + 1));
  return !changes && !names.includes('git') && !names.every(name => LOOKING.has(name));
};

const meets = (path: string, root: string): boolean => {
  const [long, short] = [`${path}/`, `${root}/`].map(one => one.replace('//', '/')) as [string, string];
  return long.startsWith(short) || short.startsWith(long);
};

/** Whether a command may run code that its text does not show, which can read whatever the sandbox has. */
const isOpaque = ({ danger, commands, effects }: Understanding): boolean =>
  isUnbounded(effects) || (danger !== 'safe' && !commands.every(({ words: [name = ''] }) => PLAIN.has(name)));
