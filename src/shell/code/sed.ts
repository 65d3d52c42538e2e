import { readPath, writePath } from '../judge/touch.ts';
import { blind, type JudgedCommand, mild, risk } from '../state/run.ts';
import { carriesData, isLoose } from '../state/value.ts';
import { lineEnd } from './tokens.ts';

/** Walks a `sed` script: `w` writes, `r` reads, `e` runs; the rest edits what is printed. */
export function judgeSed(run: JudgedCommand, script: string): undefined {
  if (carriesData(script)) mild(run, 'runs a script that is known only at run time');
  if (isLoose(script)) mild(run, 'runs a script that is partly known only at run time');
  let at = 0;
  while (at < script.length) {
    at = skipAddress(script, at);
    const command = script[at];
    if (command === undefined) return;
    at++;
    if (command === 's' || command === 'y') at = substitution(run, script, at, command);
    else if (/[wWrR]/.test(command)) at = file(run, script, at, command);
    else if (command === 'e') {
      blind(run, 'runs a command from sed');
      at = lineEnd(script, at);
    } else if (/[aic]/.test(command)) at = textEnd(script, at);
    else if (/[btT:]/.test(command)) at = script.slice(at).search(/[;\n}]|$/) + at;
    else if (/[qQlL]/.test(command)) at = script.slice(at).search(/[^\d\s]|$/) + at;
  }
}

function skipAddress(script: string, from: number): number {
  let at = from;
  for (;;) {
    const char = script[at];
    if (char === undefined) return at;
    if (/[\s;{}!,~+\d$]/.test(char)) at++;
    else if (char === '#') at = lineEnd(script, at);
    else if (char === '/') at = delimited(script, at + 1, '/') + 1;
    else if (char === '\\' && script[at + 1] !== undefined) at = delimited(script, at + 2, script[at + 1]!) + 1;
    else if ((char === 'I' || char === 'M') && at > from) at++;
    else return at;
  }
}

function substitution(run: JudgedCommand, script: string, from: number, command: string): number {
  const mark = script[from];
  if (mark === undefined) return script.length;
  let at = delimited(script, from + 1, mark);
  at = delimited(script, at + 1, mark) + 1;
  if (command === 'y') return at;
  while (/[egpiImM\d]/.test(script[at] ?? '')) {
    if (script[at] === 'e') blind(run, 'runs what sed puts together');
    at++;
  }
  if (script[at] === 'w') return file(run, script, at + 1, 'w');
  return at;
}

function file(run: JudgedCommand, script: string, from: number, command: string): number {
  const end = lineEnd(script, from);
  const path = script.slice(from, end).trim();
  if (path === '') risk(run, 'names no file');
  else if (/[wW]/.test(command)) writePath(run, path);
  else readPath(run, path);
  return end;
}

function delimited(script: string, from: number, mark: string): number {
  for (let at = from; at < script.length; at++) {
    const char = script[at];
    if (char === '\\') at++;
    else if (char === mark) return at;
  }
  return script.length;
}

/** The end of a text in a script: the text goes on where a line ends with a backslash. */
function textEnd(script: string, from: number): number {
  let at = lineEnd(script, from);
  while (at < script.length && script[at - 1] === '\\') at = lineEnd(script, at + 1);
  return at;
}
