import { readProgram } from '../../tool/loading/read-program.ts';
import { BASH, PROGRAM_PATH, PYTHON_COMMAND } from '../shell/shell-program.ts';

/** The Node that runs us, where the sandbox shows it. */
const NODE = '/run/toolgate/node';

export const LANGUAGES = ['javascript', 'python', 'bash'] as const;

export type RunLanguage = (typeof LANGUAGES)[number];

/** The programs that run a script. Each is one argument; the script itself is at `PROGRAM_PATH`. */
const given = { PROGRAM: PROGRAM_PATH };
const SCRIPTS = {
  javascript: readProgram(new URL('./script.cjs', import.meta.url), given),
  python: readProgram(new URL('./script.py', import.meta.url), given),
};

const NODE_COMMAND: readonly string[] = [NODE, '--input-type=commonjs', '-e', SCRIPTS.javascript, '--'];

/** The command that runs code of a language by itself. */
export const PLAIN_COMMANDS: Readonly<Record<RunLanguage, readonly string[]>> = {
  javascript: NODE_COMMAND,
  python: PYTHON_COMMAND,
  bash: BASH,
};

/** Commands that run code that calls tools. */
export const SCRIPT_COMMANDS: Readonly<Record<'javascript' | 'python', readonly string[]>> = {
  javascript: NODE_COMMAND,
  python: ['python3', '-c', SCRIPTS.python],
};

const CALLS = /(?<![\w$.])tools\s*(?:\??\.|\[)/;
/** Imports of `tools`: a module or variable of that name is the script's own. */
const IMPORTS = /^\s*(?:import\s+tools\b|from\s+tools\b|(?:const|let|var)\s+tools\s*=)/m;

/** Whether code seems to call tools, where the call does not say so. */
export const mentionsTools = (code: string): boolean => CALLS.test(code) && !IMPORTS.test(code);
