import { printedText, readable } from '../core/readable.ts';
import { isOver, type LiveCall } from './live-call.ts';

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
  const first = given.find(value => typeof value === 'string') as string | undefined;
  return first ?? '';
}

/** What the model is told first is seen here already: the call. */
const OWN_NAME = /^[\w-]+\(.*?\): /s;
/** How a program ended is seen from its sign. */
const EMPTY = /^\s*(?:\[Exit code \d+\b.*)?$/;

/** Why it failed, what came of it, or the end of what it prints. */
export function lastOf(call: LiveCall): string {
  const { error, output, state, preview = [], title } = call;
  if (error) return line(`${error.code}: ${error.message.replace(OWN_NAME, '')}`, 300);
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
  const more = preview.filter(each => each !== title && !EMPTY.test(each)).map(each => each.trim());
  return printedText(more.join(' · ').slice(0, 300)).replaceAll('\n', ' ');
}
