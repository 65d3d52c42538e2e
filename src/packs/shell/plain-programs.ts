import type { Understanding } from '../../shell/understand-command.ts';
import { isUnbounded } from '../../tool/effect.ts';

/** Programs that read what they are given by name and run nothing else: all that they read is among the effects. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'cd echo printf true false : test [ pwd export unset read set exit sleep date seq ' +
    'cat head tail cut tr sort uniq wc nl tac rev fold paste join comm diff cmp md5sum sha1sum sha256sum base64 od xxd ' +
    'ls stat file du df tree basename dirname realpath readlink grep egrep fgrep rg jq ' +
    'mkdir rmdir touch cp mv rm ln chmod truncate mktemp tee curl wget'
  ).split(' '),
);

/** It may run code that its text does not show, which can read whatever the sandbox has. */
export const isOpaque = ({ danger, commands, effects }: Understanding): boolean =>
  isUnbounded(effects) || (danger !== 'safe' && !commands.every(({ words: [name = ''] }) => PLAIN.has(name)));
