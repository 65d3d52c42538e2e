import type { Editor, Shell } from '@openai/agents';
import { checkOptions, type Toolgate } from '../../index.ts';
import { shellCalls, shellRun } from '../openai/built-ins.ts';
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

export interface OpenAIAgentsShell {
  readonly shell: Shell;
  readonly needsApproval: (context: unknown, action: object) => Promise<boolean>;
}

/** For `shellTool`: each command is a call of `bash`, one after the other; a refused command ends with 126. */
export function toOpenAIAgentsShell(gate: Toolgate, options: OpenAIAgentsApproval = {}): OpenAIAgentsShell {
  checkOptions('toOpenAIAgentsShell', options, { approvals: true, call: true });
  const approvals = sdkApprovals(gate, options);
  return {
    shell: {
      async run(action) {
        const { commands, timeoutMs, maxOutputLength } = action;
        const queue = gate.queue(options.call);
        const running = shellCalls(commands, timeoutMs).map(call =>
          queue.add(call, { approver: approvals.approver(call) }),
        );
        const output = (await Promise.all(running)).map(ended => {
          const { stdout, stderr, outcome } = shellRun(ended, maxOutputLength);
          return outcome.type === 'exit'
            ? { stdout, stderr, outcome: { type: outcome.type, exitCode: outcome.exit_code } }
            : { stdout, stderr, outcome };
        });
        return { output, ...(maxOutputLength && maxOutputLength > 0 ? { maxOutputLength } : {}) };
      },
    },
    needsApproval: (_, action) => {
      const { commands, timeoutMs } = recordOf(action);
      return approvals.needed(shellCalls(commands, timeoutMs));
    },
  };
}
