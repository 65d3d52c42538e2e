import { onTestFinished } from 'vitest';
import type { ApprovalRequest, ToolgateOptions } from '../../../src/index.ts';
import { temporaryWorkspace } from '../../../src/testing/index.ts';

/** A gate for frameworks that bring their own tools: `.env` may not be read, and questions are noted and answered. */
export async function openSlot(files: Record<string, string> = {}, options: Partial<ToolgateOptions> = {}) {
  const space = temporaryWorkspace({ 'a.txt': 'one\ntwo\nthree\n', '.env': 'KEY=1\n', ...files });
  onTestFinished(() => space.remove());
  const questions: ApprovalRequest[] = [];
  const gate = await space.gate({
    policy: { extends: 'privileged', rules: [{ effect: 'read', match: '.env', verdict: 'deny' }] },
    approver: request => {
      questions.push(request);
      return 'allow_once';
    },
    ...options,
  });
  const root = gate.workspace.root;
  return { gate, space, root, questions };
}
