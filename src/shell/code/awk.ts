import { isSecretName } from '../judge/secrets.ts';
import { readPath, writePath } from '../judge/touch.ts';
import { blind, type JudgedCommand, mild, risk, runScript, tellsVariables } from '../state/run.ts';
import { PRINTED } from '../state/shell.ts';
import { carriesData, isLoose } from '../state/value.ts';
import { LONGEST_CODE, type Token, tokenize } from './tokens.ts';

/** Judges a program of `awk`, which prints, but can also run programs, write files and open connections. */
export function judgeAwk(run: JudgedCommand, program: string): undefined {
  if (carriesData(program)) return blind(run, 'runs code that is known only at run time');
  if (program.length > LONGEST_CODE) return blind(run, 'runs code that is too long to be judged');
  if (isLoose(program)) mild(run, 'runs code that is partly known only at run time');
  const tokens = tokenize(withoutPatterns(program), { comment: '#', backticksRun: true, sigils: '' });
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = tokens[at + 1];
    if (kind === 'name' && text === 'system') runsText(run, tokens.slice(at + 1), 'system');
    else if (kind === 'sign' && text === '|' && !isOr(tokens, at))
      runsText(run, isGetline(tokens, at) ? tokens.slice(at - 1) : tokens.slice(at + 1), '|');
    else if (kind === 'name' && text === 'getline' && next) readsFile(run, tokens.slice(at + 1, at + 6));
    else if (kind === 'sign' && text === '>' && prints(tokens, at))
      writesFile(run, tokens[tokens[at + 1]?.text === '>' ? at + 2 : at + 1]);
    else if (text.startsWith('@') || /^\/inet/.test(text))
      risk(run, 'calls what is named only at run time, or opens a connection');
    else if (kind === 'name' && text === 'ENVIRON') judgeEnvironment(run, tokens, at);
  }
}

const isOr = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === '|' || tokens[at - 1]?.text === '|';
const isGetline = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === 'getline' || tokens[at + 2]?.text === 'getline';

function runsText(run: JudgedCommand, tokens: readonly Token[], how: string): undefined {
  const first = tokens.find(({ text }) => text !== '(' && text !== '&');
  const after = tokens[tokens.indexOf(first!) + 1];
  const whole =
    first?.kind === 'string' && (after === undefined || /^[);}|&]$/.test(after.text) || after.text === 'getline');
  if (whole && /^\s*(?:\S*\/)?(?:ba|da|z|k)?sh\s*$/.test(first.text)) risk(run, 'starts a shell from awk');
  if (how === 'system') mild(run, 'runs a command from awk');
  if (whole) runScript(run, first.text, how === '|' ? PRINTED : run.stdin);
  else blind(run, `runs a command that awk puts together (${how})`);
}

function judgeEnvironment(run: JudgedCommand, tokens: readonly Token[], at: number): undefined {
  const name = tokens[at + 2];
  if (tokens[at - 1]?.text === 'in' || name?.kind !== 'string' || isSecretName(name.text))
    tellsVariables(run, 'prints variables, secrets too');
}

/** Judges the files that `getline < "file"` or `getline line < "file"` reads. */
function readsFile(run: JudgedCommand, tokens: readonly Token[]): undefined {
  const at = tokens.findIndex(({ text }) => text === '<');
  const file = tokens[at + 1];
  if (at >= 0 && at < 3 && file?.kind === 'string') readPath(run, file.text);
}

function writesFile(run: JudgedCommand, token: Token | undefined): undefined {
  if (token?.kind === 'string') writePath(run, token.text);
  else mild(run, 'writes files whose names awk puts together');
}

/** Whether a `>` comes after a print in the same statement and sends it to a file; elsewhere it compares. */
function prints(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.text === '>' || tokens[at + 1]?.text === '=') return false;
  let depth = 0;
  for (let index = at - 1; index >= 0 && index > at - 200; index--) {
    const { text, kind } = tokens[index]!;
    if (kind === 'sign' && text === ')') depth++;
    else if (kind === 'sign' && text === '(') {
      if (--depth < 0) return false;
    } else if (kind === 'sign' && /[;{}]/.test(text)) return false;
    else if (kind === 'name' && /^printf?$/.test(text)) return true;
  }
  return false;
}

/** A program without its regular expressions, which are no code; a `/` after a value divides. */
function withoutPatterns(program: string): string {
  if (program.length > 4_000) return program;
  return program.replace(/(^|[(,{;!~&|\n]\s*)\/(?:[^/\\\n]|\\.)*\//g, '$1 0 ');
}
