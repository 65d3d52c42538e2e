import { type ElicitRequestFormParams, type InputResponse, inputResponse } from '@modelcontextprotocol/server';
import { type ApprovalRequest, type Approver, renderRequest } from '../../../../index.ts';
import { isRecord } from '../../../../schema/json.ts';

type Reply = Exclude<Awaited<ReturnType<Approver>>, string | undefined>;

/** The words of an answer, the same as everywhere. */
const WORDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/** The question as a form. `problem` says what was wrong with the last answer. */
export function approvalForm(request: ApprovalRequest, problem?: string): ElicitRequestFormParams {
  return {
    mode: 'form',
    message: [...(problem === undefined ? [] : [problem, '']), renderRequest(request)].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', enum: [...WORDS] },
        arguments: {
          type: 'string',
          title: 'Other arguments',
          description: 'To run it with other arguments: all of them, as JSON. Leave empty to run it as shown.',
        },
        message: { type: 'string', title: 'A word to the model' },
      },
      required: ['answer'],
    },
  };
}

/** Whether a question was put away without a choice, which is no no; clients without a person do so at once. */
export function wasPutAway(response: InputResponse): boolean {
  const view = inputResponse({ response }, 'response');
  return view.kind === 'elicit' && view.action === 'cancel';
}

/** The form's answer. A form that was put away is a no; a form that says nothing clear is a problem. */
export function readApproval(response: InputResponse): Reply | { readonly problem: string } {
  const view = inputResponse({ response }, 'response');
  if (view.kind !== 'elicit') return { problem: 'That was no answer to the form.' };
  if (view.action !== 'accept')
    return { answer: 'reject_once', message: `the question was answered with ${view.action}` };
  const { answer, arguments: changed, message } = view.content ?? {};
  const word = WORDS.find(each => each === answer);
  if (!word) return { problem: `The answer must be one of ${WORDS.join(', ')}.` };
  const said = typeof message === 'string' && message.trim() !== '' ? { message } : {};
  if (typeof changed !== 'string' || changed.trim() === '') return { answer: word, ...said };
  if (word.startsWith('reject')) return { problem: 'Other arguments go with a yes only.' };
  const modifiedArgs = objectIn(changed);
  if (!modifiedArgs) return { problem: 'The other arguments are no JSON object.' };
  return { answer: word, modifiedArgs, ...said };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
