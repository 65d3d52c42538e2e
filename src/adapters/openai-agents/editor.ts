import type { Editor } from '@openai/agents';
import { checkOptions, type Toolgate } from '../../index.ts';
import { recordOf } from '../read-said.ts';
import { type OpenAIAgentsApproval, patchCall, sdkApprovals } from './approval.ts';

export interface OpenAIAgentsEditor {
  readonly editor: Editor;
  readonly needsApproval: (context: unknown, operation: object) => Promise<boolean>;
}

/** For `applyPatchTool`: each change of a file is a call of `apply_patch`, and a refusal is a failed change. */
export function toOpenAIAgentsEditor(gate: Toolgate, options: OpenAIAgentsApproval = {}): OpenAIAgentsEditor {
  checkOptions('toOpenAIAgentsEditor', options, { approvals: true, call: true });
  const approvals = sdkApprovals(gate, options);

  async function change(operation: object) {
    const call = patchCall(recordOf(operation));
    const { ok, output } = await gate.execute(call, { ...options.call, approver: approvals.approver(call) });
    return { status: ok ? ('completed' as const) : ('failed' as const), output };
  }

  return {
    editor: { createFile: change, updateFile: change, deleteFile: change },
    needsApproval: (_, operation) => approvals.needed([patchCall(recordOf(operation))]),
  };
}
