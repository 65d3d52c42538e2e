import type { Readable, Writable } from 'node:stream';
import type { ApprovalReply, ApprovalRequest, Approver } from '../../approval/request.ts';
import { shownRequest } from '../../approval/shown-request.ts';
import { describeRule, shortLine } from '../../policy/describe.ts';
import { isRecord } from '../../schema/json.ts';
import type { ApprovalRow } from '../../store/port.ts';
import { promptPlace } from './prompt-place.ts';
import type { QuestionPlace } from './question-place.ts';
import { whileAsking } from './question-time.ts';
import { printable, questionStream, toPrintableLine } from './terminal.ts';
import { withKeys } from './with-keys.ts';

type SettledRow = Pick<ApprovalRow, 'status' | 'answer' | 'answeredBy'>;

export interface TerminalApproverOptions {
  /** Called on Ctrl-C and Esc: the command ends, and nothing is done. */
  readonly interrupt: () => void;
  readonly place?: QuestionPlace;
  readonly settled?: (id: string) => Promise<SettledRow | undefined>;
  readonly input?: Readable;
  /** Where the question is drawn; standard error unless told otherwise, for standard output carries results only. */
  readonly output?: Writable;
}

export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  const { place, interrupt, settled = async () => undefined } = options;
  let last: Promise<unknown> = Promise.resolve();
  const askAt = async (at: QuestionPlace, request: ApprovalRequest, signal: AbortSignal) => {
    const answer = await ask(request, signal, at);
    if (answer !== undefined) return answer;
    // When someone else has answered the question is withdrawn, and no one interrupted.
    if (signal.aborted) at.note(sayElsewhere(await settled(request.id).catch(() => undefined)));
    else interrupt();
    return undefined;
  };
  const askHere = async (request: ApprovalRequest, signal: AbortSignal) => {
    if (signal.aborted) return undefined;
    if (place) return askAt(place, request, signal);
    const output = options.output ?? questionStream();
    if (options.input) return askAt(promptPlace({ input: options.input, output }), request, signal);
    return withKeys(
      input => askAt(promptPlace({ input, output }), request, signal),
      () => void interrupt(),
    );
  };
  return (request, { signal }) => {
    const answer = last.then(() => whileAsking(() => askHere(request, signal)));
    last = answer.catch(() => {});
    return answer;
  };
}

async function ask(
  request: ApprovalRequest,
  signal: AbortSignal,
  place: QuestionPlace,
): Promise<ApprovalReply | undefined> {
  place.show(request);
  const [allows, denies] = (['allow', 'deny'] as const).map(wanted =>
    request.suggestions.find(({ verdict }) => verdict === wanted),
  );
  const choice = await place.choose({
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
    signal,
  });
  if (choice === undefined) return undefined;
  if (choice === 'edit') {
    const text = await place.type({
      message: 'Arguments, as JSON',
      initialValue: visibleJson(shownRequest(request).args),
      validate: problemWith,
      signal,
    });
    if (text === undefined) return undefined;
    return { answer: 'allow_once', modifiedArgs: JSON.parse(text) as Record<string, unknown> };
  }
  if (choice === 'reject_once') {
    const word = await place.type({ message: 'A word to the model (may stay empty)', signal });
    if (word === undefined) return undefined;
    return word ? { answer: 'reject_once', message: word } : 'reject_once';
  }
  if (choice === 'allow_always' || choice === 'reject_always')
    place.note('Rules saved so are listed, and forgotten, with: toolgate policy saved');
  return choice;
}

/** The person who answered; one who gave the console no name is on record as `console`. */
const personIn = ({ answeredBy = 'somebody' }: SettledRow): string =>
  answeredBy === 'console' ? 'someone at the console' : toPrintableLine(answeredBy);

function sayElsewhere(row: SettledRow | undefined): string {
  if (row?.status === 'answered') {
    const word = String(row.answer?.answer);
    const said = SAID[word] ?? word;
    return `Answered elsewhere, by ${personIn(row)}: ${said}.`;
  }
  return row?.status === 'expired' ? 'Nobody answered in time: it is refused.' : 'The question is no longer open.';
}

const SAID: Readonly<Record<string, string>> = {
  allow_once: 'yes, once',
  allow_always: 'yes, always',
  reject_once: 'no',
  reject_always: 'no, never',
};

const saves = ({ rules }: ApprovalRequest['suggestions'][number]): string =>
  `saves: ${rules.map(rule => shortLine(describeRule(rule), 200)).join('; ')}`;

/** JSON in which nothing is drawn as something else: what a terminal would act on or hide is written as a code. */
const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, char =>
    [...Array(char.length).keys()].map(at => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

function problemWith(text: string): string | undefined {
  try {
    return isRecord(JSON.parse(text)) ? undefined : 'Must be a JSON object';
  } catch (error) {
    return printable(error instanceof Error ? error.message : String(error));
  }
}
