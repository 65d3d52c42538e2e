import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import * as prompts from '@clack/prompts';
import { renderRequest } from '../../approval/render-request.ts';
import type { ApprovalReply, ApprovalRequest, Approver } from '../../approval/request.ts';
import { shownRequest } from '../../approval/shown-request.ts';
import { describeRule, shortLine } from '../../policy/describe.ts';
import { fitLines } from './fit-lines.ts';
import { whileAsking } from './question-time.ts';
import { forgetTyped, openKeys, printable, questionStream } from './terminal.ts';

export interface TerminalApproverOptions {
  /** Called on Ctrl-C and Esc: the command ends, and nothing is done. */
  readonly interrupt: () => void;
  /** Where the person types; standard input unless told otherwise. */
  readonly input?: Readable;
  /** Where the question is drawn; standard error unless told otherwise, for standard output carries results only. */
  readonly output?: Writable;
}

/** Asks the person at the terminal, one question at a time. */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  let last: Promise<unknown> = Promise.resolve();
  const askHere = async (request: ApprovalRequest, signal: AbortSignal) => {
    if (signal.aborted) return undefined;
    if (options.input) return ask(request, signal, { ...options, input: options.input });
    const input = openKeys();
    try {
      if ((await forgetTyped(input)).includes(CTRL_C)) return void options.interrupt();
      return await ask(request, signal, { ...options, input });
    } finally {
      // A terminal left open would keep the process alive.
      if (input !== process.stdin) input.destroy();
    }
  };
  return (request, { signal }) => {
    const answer = last.then(() => whileAsking(() => askHere(request, signal)));
    last = answer.catch(() => {});
    return answer;
  };
}

const CTRL_C = '\x03';

type Choice = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'edit';

async function ask(
  request: ApprovalRequest,
  signal: AbortSignal,
  { interrupt, input, output = questionStream() }: TerminalApproverOptions & { readonly input: Readable },
): Promise<ApprovalReply | undefined> {
  const place = { input, output, signal };
  const width = (output as Partial<NodeJS.WriteStream>).columns || 80;
  output.write(`\n${colouredDiff(fitLines(renderRequest(request), width), output)}\n\n`);
  const [allows, denies] = (['allow', 'deny'] as const).map(wanted =>
    request.suggestions.find(({ verdict }) => verdict === wanted),
  );
  const choice = await prompts.select<Choice>({
    message: 'Allow it?',
    options: [
      { value: 'allow_once', label: 'Yes, once' },
      ...(allows ? [{ value: 'allow_always' as const, label: 'Yes, always', hint: saves(allows) }] : []),
      { value: 'edit', label: 'Yes, with other arguments' },
      { value: 'reject_once', label: 'No' },
      ...(denies ? [{ value: 'reject_always' as const, label: 'No, never', hint: saves(denies) }] : []),
    ],
    // A key pressed too early must not let something dangerous through.
    initialValue: request.danger === 'dangerous' ? 'reject_once' : 'allow_once',
    ...place,
  });
  if (prompts.isCancel(choice)) return stop();
  if (choice === 'edit') {
    const text = await prompts.text({
      message: 'Arguments, as JSON',
      initialValue: visibleJson(shownRequest(request).args),
      validate: value => problemWith(value ?? ''),
      ...place,
    });
    if (prompts.isCancel(text)) return stop();
    return { answer: 'allow_once', modifiedArgs: JSON.parse(text) as Record<string, unknown> };
  }
  if (choice === 'reject_once') {
    const word = await prompts.text({ message: 'A word to the model (may stay empty)', ...place });
    if (prompts.isCancel(word)) return stop();
    return word ? { answer: 'reject_once', message: word } : 'reject_once';
  }
  if (choice === 'allow_always' || choice === 'reject_always')
    output.write('Rules saved so are listed, and forgotten, with: toolgate policy saved\n');
  return choice;

  /** When someone else has answered the question is withdrawn, and no one interrupted. */
  function stop(): undefined {
    if (!signal.aborted) interrupt();
    return undefined;
  }
}

const saves = ({ rules }: ApprovalRequest['suggestions'][number]): string =>
  `saves: ${rules.map(rule => shortLine(describeRule(rule), 200)).join('; ')}`;

/** Lines of the diff stand at the margin; all that a model wrote elsewhere is indented. */
function colouredDiff(text: string, output: Writable): string {
  const paint = (style: 'red' | 'green' | 'cyan', line: string) =>
    styleText(style, line, { stream: output as NodeJS.WritableStream });
  return text
    .split('\n')
    .map(line => {
      if (line.startsWith('+')) return paint('green', line);
      if (line.startsWith('-')) return paint('red', line);
      return line.startsWith('@@') ? paint('cyan', line) : line;
    })
    .join('\n');
}

/** JSON in which nothing is drawn as something else: what a terminal would act on or hide is written as a code. */
const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, char =>
    [...Array(char.length).keys()].map(at => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

function problemWith(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'Must be a JSON object';
  } catch (error) {
    return printable(error instanceof Error ? error.message : String(error));
  }
}
