import { readProgram } from '../../../tool/loading/read-program.ts';

/** How the push ends when it would take objects from elsewhere. */
const ELSEWHERE = 96;

/**
 * Pushes from a repository of its own that has the objects of the real one and nothing of its config, hooks or
 * attributes. $1 the objects, $2 the URL, $3 the refspec, $4 the object format, then options.
 */
export const PUSH = readProgram(new URL('./push.sh', import.meta.url), { ELSEWHERE });

/** What is remembered after a push. $1 the remote, $2 the branch, $3 the commit, $4 and $5 whether it is kept and followed. */
export const REMEMBER = readProgram(new URL('./remember.sh', import.meta.url));

/**
 * The config of a repository on this machine; $1 its path. Others than plain ones are refused, so that git cannot take
 * another one for it than was looked at: it would follow a .git that is a file.
 */
export const LOOK_AT_TARGET = readProgram(new URL('./look-at-target.sh', import.meta.url));
