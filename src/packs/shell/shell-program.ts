/** The place where the sandbox shows the text to run: an argument could not be long enough. */
export const PROGRAM_PATH = '/run/toolgate/program';

/** Bash on the given text, which tells its working directory at the end, unless it sets a trap of its own. */
export const BASH: readonly string[] = [
  ...['bash', '--noprofile', '--norc', '-c'],
  `trap 'pwd -P >&6' EXIT; eval "$(< ${PROGRAM_PATH})"`,
  'bash',
];

/** Python on the given text, with modules of the working directory at hand as with `-c`. */
export const PYTHON_COMMAND: readonly string[] = [
  'python3',
  '-c',
  `exec(compile(open('${PROGRAM_PATH}', encoding='utf-8').read(), '<code>', 'exec'))`,
];
