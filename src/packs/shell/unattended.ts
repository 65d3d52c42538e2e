/** Programs that want a person, and how to do without one. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^git commit\b(?!.*(?: -m| --message| -F| --file| -C| --no-edit))/, 'git commit needs -m "message"'],
  [/^git (?:rebase|merge|cherry-pick|revert)\b/, 'git takes --no-edit, and -c core.editor=true is set already'],
  [/^(?:npm|yarn|pnpm) (?:init|create)\b/, 'npm init takes -y'],
  [/^(?:apt|apt-get|dnf|yum) /, 'apt-get takes -y'],
  [/^(?:sudo|su|doas)\b/, 'there is no way to gain rights in the sandbox'],
  [/^(?:ssh|scp|sftp|rsync)\b/, 'ssh takes -o BatchMode=yes'],
  [/^(?:vi|vim|nano|emacs|less|more|man|top|htop)\b/, 'use read_file and edit_file, or a command that prints and ends'],
  [/^(?:read|select)\b/, 'give the answer in the command, as in: echo yes | program'],
  [/^(?:python3?|node|irb|psql|mysql|sqlite3|bc|gdb)$/, 'give the code with -c, -e or from a file'],
];

const WANTS_A_PERSON =
  /not a tty|inappropriate ioctl|no tty present|a terminal is required|must be run from a terminal|stdin is not a terminal|end of file|EOF when reading|unable to read|aborting commit|terminal is dumb|password is required|could not read (?:Username|Password)/i;

/** A sentence on the way without questions, where a command seems to have wanted a person. */
export function adviseUnattended(commands: readonly string[], code: number, output: string): string | undefined {
  if (code === 0) return undefined;
  const fitting = ADVICE.filter(([program]) => commands.some(command => program.test(command)));
  const known = fitting.map(([, advice]) => advice);
  if (known.length === 0 && !WANTS_A_PERSON.test(output)) return undefined;
  return `Nobody is there to answer: standard input is closed. Use a non-interactive flag${
    known.length > 0 ? ` (${known.join('; ')})` : ', such as -y, -m or --batch'
  }.`;
}

/** Editors that wait for keys for ever, even without a keyboard. */
const EDITOR = /^(?:.*\/)?(?:vi|vim|nvim|view|rvim|vimdiff|nvimdiff|gvim)$/;
/** Options with which these editors do what they are told, and end. */
const SCRIPTED = /^(?:-c|-S|-s|-[eE]s?|-es|-Es|--cmd|--headless|--version|--help|-h|\+.*)$/;

/** The first command that would never end without a person; each command is given as its words. */
export function waitsForKeys(commands: readonly (readonly string[])[]): string | undefined {
  const waiting = commands.find(([name = '', ...rest]) => EDITOR.test(name) && !rest.some(word => SCRIPTED.test(word)));
  return waiting?.[0];
}
