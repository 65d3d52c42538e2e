import { renderRequest } from '../../approval/render-request.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { withGate } from '../session.ts';
import { printable } from '../terminal.ts';

/** What waits for an answer. */
export function listApprovals(options: CommonOptions): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const pending = await gate.approvals.list();
    if (options.json) terminal.result(JSON.stringify({ approvals: pending }));
    else if (pending.length === 0) terminal.note('Nothing waits for an answer.');
    else terminal.result(printable(pending.map(request => `${request.id}\n${renderRequest(request)}`).join('\n\n')));
    return EXIT.done;
  });
}

export function answerApproval(
  id: string,
  answer: string,
  options: CommonOptions & { args?: string },
): Promise<number> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const modifiedArgs =
      options.args === undefined ? {} : { modifiedArgs: JSON.parse(options.args) as Record<string, unknown> };
    const settled = await gate.approvals.answer(id, { answer: answer as never, ...modifiedArgs }, 'command line');
    terminal.result(options.json ? JSON.stringify(settled) : `Answered ${answer}.`);
    return EXIT.done;
  });
}
