import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * Runs formatters of the project inside the sandbox. The program at $1 and then groups: a name, a folder to run in, the
 * number of words that follow, and the words: options and files. What each says comes behind a mark, the first word.
 */
export const FORMAT_DRIVER = readProgram(new URL('./format-driver.sh', import.meta.url));
