import type * as Syntax from 'unbash';
import { expandParts, expandText } from '../expand/expand.ts';
import { readPath, writePath } from '../judge/touch.ts';
import { createRun, type JudgedCommand, risk } from '../state/run.ts';
import { locate, NOTHING, PRINTED, type Shell, type Stream } from '../state/shell.ts';
import { DATA, wordOf } from '../state/value.ts';

/** Joins the output of two commands that run one after the other. */
export function joinStreams(a: Stream, b: Stream): Stream {
  if (a.kind === 'text' && a.value === '') return b;
  if (b.kind === 'text' && b.value === '') return a;
  if (a.kind === 'text' && b.kind === 'text') return { kind: 'text', value: a.value + b.value };
  const network = (a.kind === 'data' && a.network) || (b.kind === 'data' && b.network);
  return network ? { kind: 'data', network: true } : PRINTED;
}

/** Standard input once the redirections are done. */
export function redirectInput(
  redirects: readonly Syntax.Redirection[],
  shell: Shell,
  stdin: Stream | undefined,
): Stream | undefined {
  let input = stdin;
  for (const redirect of redirects) {
    const number = descriptor(redirect, 0);
    if (redirect.type === 'HereDoc') {
      const { body, delimiter } = redirect;
      const value = delimiter?.quoted || !body.parts ? body.text : expandParts(body.parts, shell);
      if (number === 0) input = { kind: 'text', value };
    } else if (redirect.type === 'HereString') {
      const value = redirect.target ? expandText(redirect.target, shell) : '';
      if (number === 0) input = { kind: 'text', value: `${value}\n` };
    } else if ((redirect.operator === '<' || redirect.operator === '<>') && redirect.target) {
      const stream = readTarget(redirect, redirect.target, shell);
      if (number === 0) input = stream;
    }
  }
  return input;
}

function readTarget(redirect: Syntax.Redirect, target: Syntax.Word, shell: Shell): Stream {
  const value = expandText(target, shell);
  const run = runFor(redirect.operator, value, shell);
  if (isSocket(run, value)) return { kind: 'data', network: true };
  readPath(run, value);
  if (redirect.operator === '<>') writePath(run, value);
  const { path } = locate(shell, value);
  if (path === '/dev/null') return NOTHING;
  const made = shell.session.made.get(path);
  return made ? { kind: 'text', value: made.network ? DATA : made.content } : { kind: 'file', path };
}

/** Writes the output to the places where it is sent; gives back the output that remains to be printed. */
export function redirectOutput(redirects: readonly Syntax.Redirection[], shell: Shell, printed: Stream): Stream {
  let output = printed;
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect' || !redirect.target || /^<>?$/.test(redirect.operator)) continue;
    const value = expandText(redirect.target, shell);
    if (/&$/.test(redirect.operator) && /^(?:\d+-?|-)$/.test(value)) continue;
    if (redirect.operator === '<&' || (redirect.operator === '>&' && /COPROC|_fd\b|\bfd/i.test(redirect.target.text)))
      continue;
    const run = runFor(redirect.operator, value, shell);
    if (isSocket(run, value)) continue;
    const number = descriptor(redirect, 1);
    if (number === 1 && printed.kind === 'data' && printed.endless) risk(run, 'writes without end');
    writePath(run, value, number === 1 ? contentOf(printed, redirect.operator, value, shell) : {});
    if (number === 1 || redirect.operator.startsWith('&')) output = NOTHING;
  }
  return output;
}

function contentOf(
  printed: Stream,
  operator: string,
  value: string,
  shell: Shell,
): { content: string; network: boolean } {
  const { path } = locate(shell, value);
  const { made } = shell.session;
  const fresh = printed.kind === 'text' ? printed.value : DATA;
  const before = operator.includes('>>') ? (made.get(path)?.content ?? '') : '';
  const copied = printed.kind === 'file' ? made.get(printed.path) : undefined;
  return {
    content: before + (copied?.content ?? fresh),
    network: copied?.network ?? (printed.kind === 'data' && printed.network === true),
  };
}

const descriptor = (redirect: Syntax.Redirection, standard: number): number => {
  if (!redirect.descriptor) return standard;
  return redirect.descriptor.type === 'FileDescriptor' ? redirect.descriptor.value : -1;
};

const runFor = (operator: string, value: string, shell: Shell): JudgedCommand =>
  createRun([{ value: operator, text: operator }, wordOf(value)], shell, undefined);

/** Whether a name makes bash itself open a connection. */
function isSocket(run: JudgedCommand, value: string): boolean {
  const found = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(value);
  if (!found) return false;
  run.shell.session.findings.touch({ kind: 'network', resource: found[1] || '*' });
  risk(run, `opens a raw connection to ${found[1]}`);
  return true;
}
