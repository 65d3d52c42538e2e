// The extension of pi, which loads this file into its own process, by a file in its folder of extensions.
// It uses nothing of Toolgate but the line to it. Whatever is thrown before a call blocks the call.
import { openPluginLine, type PluginEvent, type PluginInput, replaceInput } from './plugin-line.ts';

interface PiContext {
  readonly cwd: string;
  readonly sessionManager: { getSessionId(): string };
}

interface PiCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: PluginInput;
  readonly isError?: boolean;
}

interface Pi {
  on<E>(event: string, handler: (event: E, context: PiContext) => Promise<unknown>): void;
}

/** `options` is what `hook install` wrote down. */
export const piExtension = (options: unknown) => (pi: Pi) => {
  const line = openPluginLine('pi', options);
  /** Calls that pi makes itself: it tells their end. */
  const open = new Set<string>();
  const originOf = ({ cwd, sessionManager }: PiContext) => ({ session_id: sessionManager.getSessionId(), cwd });
  const eventOf = (name: string, { toolName, toolCallId, input }: PiCall, context: PiContext): PluginEvent => ({
    hook_event_name: name,
    ...originOf(context),
    tool_name: toolName,
    tool_use_id: toolCallId,
    tool_input: input,
  });
  pi.on('session_start', async (_, context) => {
    void line.tell({ hook_event_name: 'session-begins', ...originOf(context) }, 'warm');
  });
  pi.on<{ prompt?: string }>('before_agent_start', ({ prompt }, context) =>
    line.tell({ hook_event_name: 'turn-begins', ...originOf(context), prompt }, 'begin'),
  );
  pi.on<PiCall>('tool_call', async (call, context) => {
    const input = await line.judge(eventOf('before', call, context));
    if (input) replaceInput(call.input, input);
    else open.add(call.toolCallId);
  });
  pi.on<PiCall>('tool_result', async (call, context) => {
    if (open.delete(call.toolCallId)) await line.tell(eventOf(call.isError ? 'failed' : 'after', call, context));
  });
  pi.on('agent_settled', (_, context) => line.tell({ hook_event_name: 'turn-ends', ...originOf(context) }));
  pi.on('session_shutdown', (_, context) => line.tell({ hook_event_name: 'session-ends', ...originOf(context) }));
};
