import { ToolError } from '../tool/error.ts';
import { maskShown, maskShownText } from '../tool/text/mask-shown.ts';
import type { ApprovalAnswer, ApprovalRequest } from './request.ts';

/** The request as people see it; the stored request has the arguments that the call needs. */
export const shownRequest = <T extends ApprovalRequest>(request: T): T => maskShown(request) as T;

/** Turns an answer to the shown request into one to the real request. Throws where it cannot be told what is meant. */
export function restoreAnswer(answer: ApprovalAnswer, { args }: Pick<ApprovalRequest, 'args'>): ApprovalAnswer {
  if (answer.rule && JSON.stringify(answer.rule).includes('***')) throw hidden('The rule');
  if (!answer.modifiedArgs) return answer;
  return { ...answer, modifiedArgs: restore(answer.modifiedArgs, args) as ApprovalAnswer['modifiedArgs'] };
}

function restore(given: unknown, meant: unknown): unknown {
  if (typeof given === 'string' && typeof meant === 'string') {
    const shown = maskShownText(meant);
    if (given === shown) return meant;
    if (shown !== meant && given.includes('***')) throw hidden('The changed argument');
    return given;
  }
  if (typeof given !== 'object' || given === null || typeof meant !== 'object' || meant === null) return given;
  if (Array.isArray(given)) return given.map((item, at) => restore(item, (meant as readonly unknown[])[at]));
  const shown = maskShown(meant) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => {
      const own = Object.hasOwn(meant, key) ? (meant as Record<string, unknown>)[key] : undefined;
      return [key, inner === '***' && shown[key] === '***' ? own : restore(inner, own)];
    }),
  );
}

const hidden = (what: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `${what} still has ***, which stands for something that is not shown`, {
    suggestion: 'Write the value itself in its place, or leave that text as it was shown.',
  });
