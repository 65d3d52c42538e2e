import { type PendingRequest, requestOf } from '../../approval/approval-row.ts';
import { isYes } from '../../approval/parse-answer.ts';
import { renderRequest } from '../../approval/render-request.ts';
import type { AnswerWord } from '../../approval/request.ts';
import { shownRequest } from '../../approval/shown-request.ts';
import { ConfigError } from '../../config/config-error.ts';
import { describeRule } from '../../policy/describe.ts';
import { isRecord } from '../../schema/json.ts';
import { ToolError } from '../../tool/error.ts';
import { maskShown } from '../../tool/text/mask-shown.ts';
import type { CommonOptions } from '../options.ts';
import { sayClock } from '../output/say-clock.ts';
import { type CliSession, withGate } from '../session.ts';
import { fitLines } from '../terminal/fit-lines.ts';
import { personHere, requirePerson } from '../terminal/require-person.ts';
import { canAsk, printable, toPrintableLine } from '../terminal/terminal.ts';

export function printApprovals(options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const pending = await gate.approvals.list();
    const place = toPrintableLine(gate.workspace.root);
    if (options.json) return terminal.json({ approvals: pending.map(shownRequest) });
    if (pending.length === 0)
      return terminal.note(`Nothing waits for an answer in ${place}. Another folder: --workspace FOLDER.`);
    terminal.result(shown(pending.map(describe).join('\n\n')));
    const answers = 'allow_once (or allow_always, reject_once, reject_always)';
    terminal.note(`\nAnswer with: toolgate approvals answer ID ${answers}`);
  });
}

export function showApproval(id: string, options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const pending = (await gate.approvals.list()).find(request => request.id === id);
    if (pending)
      return options.json
        ? terminal.json({ ...shownRequest(pending), status: 'pending' })
        : terminal.result(shown(describe(pending)));
    const row = await gate.approvals.get(id);
    if (!row) throw unknownHere(gate, id);
    const { answer, answeredBy, agent, createdAt } = row;
    const status = row.status === 'pending' ? 'expired' : row.status;
    const request = requestOf(row);
    if (options.json)
      return terminal.json({ ...shownRequest(request), agent, createdAt, status, answer: answer && maskShown(answer) });
    const ended = `${status}${answer ? `: ${String(answer.answer)}` : ''}${answeredBy ? ` by ${answeredBy}` : ''}`;
    terminal.result(shown(`${id} (${ended})\n${renderRequest(request)}`));
  });
}

/** A text for the screen: at a terminal no line goes on at the margin. */
const shown = (text: string): string =>
  process.stdout.isTTY ? fitLines(printable(text), process.stdout.columns || 80) : printable(text);

const describe = (request: PendingRequest): string => {
  const { id, agent, waiting, expiresAt } = request;
  const until = sayClock(expiresAt);
  const state = waiting ? `the call waits until ${until}` : `a yes lets the same call pass once, until ${until}`;
  return `${id} (${toPrintableLine(agent)}; ${state})\n${renderRequest(request)}`;
};

interface AnswerOptions extends CommonOptions {
  readonly args?: string;
  readonly message?: string;
}

export async function answerByCommand(id: string, answer: AnswerWord, options: AnswerOptions): Promise<void> {
  const reply = {
    answer,
    ...(options.args === undefined ? {} : { modifiedArgs: objectIn(options.args) }),
    ...(options.message ? { message: options.message } : {}),
  };
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const row = await gate.approvals.get(id);
    if (!row) throw unknownHere(gate, id);
    const allows = isYes(answer);
    // Whoever is asked must see the request, also with --quiet.
    if (allows && canAsk(options)) terminal.problem(`${shown(renderRequest(requestOf(row)))}\n`);
    // A person whose answer comes too late is told so when it is given.
    if (row.status === 'pending')
      await requirePerson('Answering a question', {
        input: options.input,
        store: gate.store,
        question: allows ? sayWhat(answer, options.args) : undefined,
      });
    const settled = await gate.approvals.answer(id, reply, personHere());
    const { saved, granted, note } = settled;
    const lines = [
      `Answered ${answer}.`,
      ...(granted ? ['No call waits for it any more; the same call passes once.'] : []),
      ...saved.map(rule => `Saved the rule: ${describeRule(rule)}`),
      ...(note ? [`${note}.`] : []),
    ];
    if (options.json) terminal.json(maskShown(settled));
    else terminal.result(printable(lines.join('\n')));
  });
}

const sayWhat = (answer: AnswerWord, args: string | undefined): string =>
  `${answer === 'allow_always' ? 'Allow it, now and always' : 'Allow it once'}${args === undefined ? '' : `, with ${toPrintableLine(args)}`}?`;

/** A request belongs to the workspace that it was asked in. */
const unknownHere = ({ workspace }: CliSession['gate'], id: string): ToolError =>
  new ToolError(
    'INVALID_ARGUMENTS',
    `There is no request ${JSON.stringify(id)} in ${toPrintableLine(workspace.root)}`,
    { suggestion: 'List them with: toolgate approvals list. One of another folder: --workspace FOLDER.' },
  );

function objectIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`--args is not JSON: ${(error as Error).message}`, `Such as: --args '{"path":"a.txt"}'`);
  }
  if (isRecord(value)) return value;
  throw new ConfigError('--args must be a JSON object', `Such as: --args '{"path":"a.txt"}'`);
}
