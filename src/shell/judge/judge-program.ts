import { parseOptions, verbNamed } from '../programs/options.ts';
import { type GivenWords, type Program, type WordRole, warn } from '../programs/program.ts';
import { type JudgedCommand, mild, runScript } from '../state/run.ts';
import { isLoose, showValue, type Word } from '../state/value.ts';
import { reachHosts } from './hosts.ts';
import { handPattern } from './mentions.ts';
import { readPath, removePath, runFile, writePath } from './touch.ts';
import { touchHost } from './touch-host.ts';

export function judgeProgram(run: JudgedCommand, program: Program, args: readonly Word[] = run.args): undefined {
  const given = parseOptions(program, args);
  if (program.moderate ?? program.dangerous) run.mayWrite = true;
  warn(run, program);
  handPattern(run, given);
  judgeUnknownOptions(run, program, given, args);
  for (const { value, option } of given.options) {
    if (option) warn(run, option, `${run.name} `);
    if (option?.role && value !== undefined) PLAYS[option.role](run, value);
  }
  // The option of `-n$count` is known; an unknown name might be that of an option that does harm.
  if (given.options.some(({ name }) => isLoose(name))) mild(run, 'has an option that is known only at run time');
  if (program.verbs) judgeVerb(run, program, given, args);
  else judgeOperands(run, program, given.operands);
  if (program.network) reachHosts(run, args);
  program.judge?.(run, given);
}

/** Judges unknown options. No program is safe with one, and the word that follows may belong to it. */
function judgeUnknownOptions(
  run: JudgedCommand,
  { moderate, dangerous, ownOptions, verbs }: Program,
  { options, operands }: GivenWords,
  args: readonly Word[],
): undefined {
  if (ownOptions) return;
  // Words after a verb belong to the verb.
  const end = verbs && operands[0] ? args.indexOf(operands[0]) : args.length;
  for (const { name, option, at = 0 } of options) {
    if (option || at >= end || /^-{1,2}(?:help|version)$/.test(name)) continue;
    const next = args[at + 1];
    if (next) run.doubted.push(next);
    if (!moderate && !dangerous) mild(run, `has the option ${showValue(name)}, which is not known here`);
  }
}

function judgeVerb(run: JudgedCommand, program: Program, given: GivenWords, args: readonly Word[]): undefined {
  const [verb] = given.operands;
  if (!verb) return;
  const found = verbNamed(program.verbs!, verb.value);
  const rest = args.slice(args.indexOf(verb) + 1);
  if (isLoose(verb.value)) mild(run, 'is told what to do only at run time');
  const next = found ?? program.otherVerb;
  if (next) judgeProgram(run, next, rest);
  else mild(run, `does something with ${run.name} that is not known here`);
}

function judgeOperands(run: JudgedCommand, { operands: roles, last }: Program, operands: readonly Word[]): undefined {
  const count = last && operands.length > 1 ? operands.length - 1 : operands.length;
  if (roles && roles.length > 0)
    for (let index = 0; index < count; index++)
      PLAYS[roles[Math.min(index, roles.length - 1)]!](run, operands[index]!.value);
  if (last && operands.length > 1) PLAYS[last](run, operands.at(-1)!.value);
}

const PLAYS: Readonly<Record<WordRole, (run: JudgedCommand, value: string) => unknown>> = {
  text: () => undefined,
  read: readPath,
  readTree: (run, value) => readPath(run, value, { tree: true }),
  load: (run, value) => readPath(run, value, { unseen: true }),
  look: (run, value) => readPath(run, value, { look: true }),
  lookTree: (run, value) => readPath(run, value, { look: true, tree: true }),
  write: writePath,
  edit: (run, value) => [readPath(run, value), writePath(run, value)],
  create: (run, value) => writePath(run, value, { gentle: true }),
  delete: (run, value) => removePath(run, value, false),
  deleteTree: (run, value) => removePath(run, value, true),
  host: touchHost,
  own: (run, value) => runFile(run, value, 'other'),
  script: runScript,
};
