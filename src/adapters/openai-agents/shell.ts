import type { Shell } from '@openai/agents';
import { checkOptions, type Toolgate } from '../../index.ts';
import { planShell } from '../openai/shell.ts';
import { recordOf } from '../read-said.ts';
import { type OpenAIAgentsApproval, sdkApprovals, shellCalls } from './approval.ts';

export interface OpenAIAgentsShell {
  readonly shell: Shell;
  readonly needsApproval: (context: unknown, action: object) => Promise<boolean>;
}

/** For `shellTool`: each command is a call of `bash`, one after the other; one that is refused ends with 126. */
export function toOpenAIAgentsShell(gate: Toolgate, options: OpenAIAgentsApproval = {}): OpenAIAgentsShell {
  checkOptions('toOpenAIAgentsShell', options, { approvals: true, call: true });
  const approvals = sdkApprovals(gate, options);
  return {
    shell: {
      async run(action) {
        const { commands, timeoutMs, maxOutputLength } = action;
        const asked = { commands, timeout_ms: timeoutMs, max_output_length: maxOutputLength };
        const { answer } = planShell({ action: asked });
        const queue = gate.queue(options.call);
        const running = shellCalls(recordOf(action)).map(call =>
          queue.add(call, { approver: approvals.approver(call) }),
        );
        const { output, max_output_length } = answer(await Promise.all(running));
        return {
          output: output.map(({ stdout, stderr, outcome }) => ({
            stdout,
            stderr,
            outcome: outcome.type === 'exit' ? { type: 'exit', exitCode: outcome.exit_code } : outcome,
          })),
          ...(max_output_length === undefined ? {} : { maxOutputLength: max_output_length }),
        };
      },
    },
    needsApproval: (_, action) => approvals.needed(shellCalls(recordOf(action))),
  };
}
