import { readPath, runFile } from '../../judge/touch.ts';
import { judgeVariable } from '../../judge/variables.ts';
import type { JudgedCommand } from '../../state/run.ts';
import { blind, judgeInnerCommand, mild, risk, runScript, tellsVariables } from '../../state/run.ts';
import { locate, NOTHING, type Stream, withPositional } from '../../state/shell.ts';
import { DATA, quoteWord, startsLoose, UNKNOWN, type Word, wordOf } from '../../state/value.ts';
import { judgeText } from '../builtins.ts';
import type { GivenWords } from '../program.ts';

/** Runs the words after a wrapper's own; if the first is no program, the next word that is one may be meant. */
export function runRest(run: JudgedCommand, words: readonly Word[]): Stream {
  const stream = judgeInnerCommand(run, words);
  const known = (word: Word | undefined): boolean => word !== undefined && programKnown(run, word.value);
  if (!known(words[0])) {
    const next = words.findIndex((word, at) => at > 0 && at < 6 && known(word));
    if (next > 0) judgeInnerCommand(run, words.slice(next));
  }
  return stream;
}

const programKnown = (run: JudgedCommand, name: string): boolean =>
  name.includes('/') || run.shell.session.engine.knows(name);

export const afterVerb = (operands: readonly Word[]): readonly Word[] => {
  const rest = operands.slice(1);
  const start = rest.findIndex(({ value }) => !value.startsWith('-'));
  return start < 0 ? [] : rest.slice(start);
};

export function runWithVariables(run: JudgedCommand, given: GivenWords): undefined {
  const split = given.valueOf('-S');
  const { operands } = given;
  if (split !== undefined) {
    // The words after the text belong to its program, options too.
    const at = run.args.findIndex(({ value }) => /^(?:-S|--split-string)/.test(value));
    const rest = run.args.slice(at + (/^(?:-S|--split-string)$/.test(run.values[at] ?? '') ? 2 : 1));
    return void judgeText(run, [split, ...rest.map(({ value }) => quoteWord(value))].join(' '));
  }
  const start = operands.findIndex(({ value }) => value !== '-' && !/^[\w.]+=/.test(value));
  const variables = start < 0 ? operands : operands.slice(0, start);
  for (const { value } of variables) judgeVariable(run, value);
  if (start >= 0) run.output = judgeInnerCommand(run, operands.slice(start));
  else if (run.name === 'env') {
    run.output = { kind: 'data' };
    tellsVariables(run, 'prints all variables, secrets too');
  }
}

export function runElsewhere(run: JudgedCommand, given: GivenWords): undefined {
  const { shell } = run;
  const before = shell.cwd;
  const folder = given.valueOf('-C');
  if (folder !== undefined) {
    const { kind, path } = locate(shell, folder);
    shell.cwd = kind === 'anywhere' ? undefined : path;
  }
  runWithVariables(run, given);
  shell.cwd = before;
}

export function runForInput(run: JudgedCommand, given: GivenWords): undefined {
  const words = given.operands.length > 0 ? given.operands : [wordOf('echo')];
  const from = given.valueOf('-a');
  const made = from === undefined ? undefined : run.shell.session.made.get(locate(run.shell, from).path);
  const replaced = given.options.find(({ name }) => name === '-I' || name === '-i');
  const input = inputWords(made ? { kind: 'text', value: made.content } : run.stdin, from !== undefined && !made);
  if (!replaced) {
    const dangerousInput = input.some(({ value }) => startsLoose(value));
    judgeInnerCommand(run, [...words, ...input], undefined);
    if (dangerousInput && runsAnything(words)) blind(run, 'runs what it reads');
    return;
  }
  const mark = replaced.value ?? '{}';
  for (const { value } of input.slice(0, 8)) {
    const filled = words.map(word =>
      word.value.includes(mark) ? { value: word.value.replaceAll(mark, value), text: word.text } : word,
    );
    judgeInnerCommand(run, filled, undefined);
  }
}

/** Whether words end with a shell or its like, whose script comes from the source of its words. */
const runsAnything = (words: readonly Word[]): boolean =>
  /^(?:.*\/)?(?:ba|da|z|k)?sh$|^(?:.*\/)?(?:env|sudo|eval|exec|xargs|nohup|time|timeout)$/.test(words.at(-1)!.value) ||
  (/^-\w*c$/.test(words.at(-1)!.value) && words.length > 1);

function inputWords(stdin: Stream | undefined, file: boolean): Word[] {
  if (file || stdin?.kind !== 'text') return [{ value: DATA, text: '…' }];
  const words = stdin.value.split(/\s+/).filter(word => word !== '');
  if (words.length > 200) return [{ value: DATA, text: '…' }];
  return words.length > 0 ? words.map(wordOf) : [wordOf(UNKNOWN)];
}

export function runInParallel(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const colons = values.findIndex(value => /^:::?:?\+?$/.test(value));
  const words = colons < 0 ? values : values.slice(0, colons);
  const inputs = colons < 0 ? inputWords(run.stdin, false).map(({ value }) => value) : values.slice(colons + 1);
  if (words.length === 0) {
    for (const value of inputs.slice(0, 20)) judgeText(run, value);
    return;
  }
  for (const value of inputs.slice(0, 20)) {
    const text = words.join(' ');
    for (const filled of new Set([value, quoteWord(value)]))
      runScript(run, /\{[^}]*\}/.test(text) ? text.replace(/\{[./#%]*\}/g, () => filled) : `${text} ${filled}`);
  }
}

export function runShell(run: JudgedCommand, given: GivenWords): undefined {
  const [first] = given.operands;
  if (given.has('-c')) {
    if (!first) return blind(run, 'runs a script that is not there');
    return withPositional(run.shell, given.values.slice(2), () => judgeText(run, first.value));
  }
  if (first && first.value !== '-' && !given.has('-s')) {
    if (given.has('-n')) return readPath(run, first.value);
    return withPositional(run.shell, given.values.slice(1), () => runFile(run, first.value, 'shell'));
  }
  const { stdin } = run;
  if (!stdin) return mild(run, 'opens a shell');
  // The input is the script, so nothing is left for the script's own commands.
  if (stdin.kind === 'text') withPositional(run.shell, given.values, () => judgeText(run, stdin.value, NOTHING));
  else if (stdin.kind === 'file') runFile(run, stdin.path, 'shell');
  else blind(run, 'runs what another program prints');
}

export function runTerminal(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const verb = values[0] ?? '';
  if (/^(?:ls|list-.*|show-.*|display.*|info|has.*)$/.test(verb) || /^-(?:ls|list)$/.test(run.values[0] ?? '')) return;
  mild(run, 'keeps a terminal open in the background');
  if (/^(?:send(?:-keys)?|send|run(?:-shell)?|if-shell|pipe-pane|respawn.*|source(?:-file)?|set-hook)$/.test(verb))
    return risk(run, 'types into or runs something in another terminal');
  if (run.name === 'screen' && /stuff|exec|-X/.test(run.text)) return risk(run, 'types into another terminal');
  if (/^kill-/.test(verb)) return risk(run, 'ends terminals and what runs in them');
  for (const value of values) if (/\s/.test(value)) runScript(run, value);
  if (run.name === 'screen') judgeInnerCommand(run, screenCommand(run.args));
}

function screenCommand(args: readonly Word[]): readonly Word[] {
  let at = 0;
  while (args[at]?.value.startsWith('-')) at += /[StchLse]$/.test(args[at]!.value) ? 2 : 1;
  return args.slice(at);
}
