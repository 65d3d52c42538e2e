import type { Failure } from '../../../src/tool/error.ts';
import { printedText, readable } from '../../core/readable.ts';
import { isOver, type LiveCall } from '../live-call.ts';

const line = (text: string, most: number): string => readable(text.slice(0, most)).replaceAll('\n', ' ');

/** What the tool says of the call; until it has said something, its name and the first text that it was given. */
export function sentenceOf(call: LiveCall): string {
  return titleOf(call) ?? line(`${call.tool} ${aboutOf(call)}`.trim(), 200);
}

/** The same where the name of the tool stands beside it. */
export const wordsOf = (call: LiveCall): string => titleOf(call) ?? line(aboutOf(call), 200);

const titleOf = ({ title, error }: LiveCall): string | undefined => (title && !error ? line(title, 400) : undefined);

function aboutOf({ args }: LiveCall): string {
  const given = typeof args === 'object' && args !== null ? Object.values(args).flat() : [];
  return given.find(value => typeof value === 'string' && !IDENTIFIER.test(value)) ?? '';
}

/** Says nothing to people. */
const IDENTIFIER = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What the model is told first is seen here already: the call. */
const OWN_NAME = /^[\w-]+\(.*?\): /s;
/** A line in brackets is a word to the model: how a program ended is seen from its sign, and what was cut for it is all here. */
const NO_NEWS = /^\s*(?:\[.*\]?\s*)?$/s;

/** Why it failed, without the call itself. */
export const reasonOf = ({ message }: Failure): string => line(message.replace(OWN_NAME, ''), 300);

/** The same beside the name of the tool: "bash was not approved" is "not approved". */
const besideName = (error: Failure, tool: string): string => {
  const reason = reasonOf(error);
  const said = `${tool} was `;
  return reason.startsWith(said) ? reason.slice(said.length) : reason;
};

/** Why it failed, what came of it, or the end of what it prints. */
export function lastOf(call: LiveCall): string {
  const { error, output, state, preview = [], title } = call;
  // Whoever refused it says why in words; of what broke, the code says which kind it is.
  if (error) return state === 'failed' ? `${error.code}: ${reasonOf(error)}` : besideName(error, call.tool);
  if (state === 'waiting') return 'waits for an answer';
  if (!isOver(call))
    return printedText(
      (
        output
          .trimEnd()
          .split(/[\r\n]/)
          .at(-1) ?? ''
      ).slice(-200),
    );
  const more = preview.filter(each => !isSaid(each, title) && !NO_NEWS.test(each)).map(each => each.trim());
  return printedText(more.join(' · ').slice(0, 300)).replaceAll('\n', ' ');
}

/** It says no more than the title does. */
const isSaid = (text: string, title: string | undefined): boolean => title !== undefined && text.startsWith(title);
