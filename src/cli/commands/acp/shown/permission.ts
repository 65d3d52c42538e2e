import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { renderBesideDiff, renderRequest } from '../../../../approval/render-request.ts';
import { ANSWERS, type ApprovalReply, type ApprovalRequest, type Approver } from '../../../../approval/request.ts';
import { shownRequest } from '../../../../approval/shown-request.ts';
import { describeRule, shortLine } from '../../../../policy/describe.ts';
import { callTitle } from '../../../output/call-title.ts';
import { toPrintableLine } from '../../../terminal/terminal.ts';
import { codeBlock } from './code-block.ts';
import { diffContent } from './diff-content.ts';
import type { EditorPaths } from './editor-paths.ts';
import { toolKind } from './tool-kind.ts';

interface PermissionOptions {
  readonly sessionId: string;
  readonly paths: () => EditorPaths;
  readonly ask: (request: RequestPermissionRequest, signal: AbortSignal) => Promise<RequestPermissionResponse>;
  /** Resolves when the editor knows of the call that asks. */
  readonly told: () => Promise<void>;
}

/**
 * Asks the person at the editor. Only an answer that was offered counts; all else is a no: a question that was put
 * away, an editor that cannot ask, an answer that says nothing. An answer from elsewhere takes the question back.
 */
export function permissionApprover({ sessionId, paths, ask, told }: PermissionOptions): Approver {
  return async (request, { signal }) => {
    await told();
    if (signal.aborted) return undefined;
    const options = optionsFor(request);
    try {
      const { outcome } = await ask({ sessionId, toolCall: shownCall(request, paths()), options }, signal);
      if (signal.aborted) return undefined;
      const chosen =
        outcome.outcome === 'selected' ? options.find(each => each.optionId === outcome.optionId) : undefined;
      return chosen ? chosen.kind : no('the question was put away');
    } catch (error) {
      // Answered elsewhere, or nobody waits any more.
      if (signal.aborted) return undefined;
      return no(`the editor could not ask: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

const no = (message: string): ApprovalReply => ({ answer: 'reject_once', message });

/** "Always" is offered where a rule would be saved, and says which. */
function optionsFor({ id, suggestions }: ApprovalRequest): PermissionOption[] {
  const saves = (verdict: 'allow' | 'deny') => {
    const found = suggestions.find(each => each.verdict === verdict);
    return found?.rules.map(rule => shortLine(describeRule(rule), 200)).join('; ');
  };
  const names: Readonly<Record<(typeof ANSWERS)[number], string | undefined>> = {
    allow_once: 'Yes, once',
    allow_always: named('Yes, always', saves('allow')),
    reject_once: 'No',
    reject_always: named('No, never', saves('deny')),
  };
  // A yes is for this question and no other.
  return ANSWERS.flatMap(kind => {
    const name = names[kind];
    return name === undefined ? [] : [{ optionId: `${kind}:${id}`, name, kind }];
  });
}

const named = (name: string, saves: string | undefined): string | undefined =>
  saves === undefined ? undefined : `${name} (saves: ${saves})`;

/** All that a yes is about: the diff as the editor draws it where it can, and the question as it is put everywhere. */
function shownCall(request: ApprovalRequest, paths: EditorPaths): RequestPermissionRequest['toolCall'] {
  const { tool, args, diff } = shownRequest(request);
  const drawn = diff === undefined ? undefined : diffContent(diff, paths);
  // A diff in which something is hidden may have wrong lengths in the heads of its places.
  const isDrawn = drawn?.whole === true && diff === request.diff;
  const asked = { ...request, suggestions: [] };
  const text = isDrawn ? renderBesideDiff(asked) : renderRequest(asked);
  return {
    toolCallId: request.stepId,
    title: shortLine(toPrintableLine(callTitle(tool, args)), 200),
    kind: toolKind(tool),
    status: 'pending',
    content: [...(drawn?.content ?? []), codeBlock(text)],
  };
}
