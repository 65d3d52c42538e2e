import type { Approver, CallOptions, CallRequest, Toolgate } from '../../index.ts';
import { isRecord, listOf, recordOf } from '../read-said.ts';

interface Asked {
  readonly request: CallRequest;
  readonly options: CallOptions;
  readonly interrupt?: ((question: unknown) => unknown) | null | undefined;
}

type Reply = Awaited<ReturnType<Approver>>;

/**
 * Asks before anything has happened: a graph that goes on runs the tool from its start, and `interrupt` then gives the
 * answer. It is for the reason that was shown; any other question is left to the gate's own approver.
 */
export async function askByInterrupt(
  gate: Toolgate,
  { request, options, interrupt }: Asked,
): Promise<Approver | undefined> {
  if (typeof interrupt !== 'function') return undefined;
  const explained = await gate.explain(request, options);
  if (explained.error || explained.verdict !== 'ask') return undefined;
  const { tool, args, effects, danger, reasons } = explained;
  const reason = reasons
    .filter(({ verdict }) => verdict === 'ask')
    .map(({ text }) => text)
    .join('; ');
  const reply = replyOf(
    interrupt({
      actionRequests: [{ name: tool, args, description: reason, effects, danger }],
      reviewConfigs: [{ actionName: tool, allowedDecisions: ['approve', 'edit', 'reject'] }],
    }),
    tool,
  );
  return asked => (asked.reason === reason ? reply : undefined);
}

/** A decision in LangChain's words, or an answer in ours; the gate takes neither for a yes by accident. */
function replyOf(resumed: unknown, tool: string): Reply {
  const [first] = listOf(recordOf(resumed).decisions);
  const decision = first ?? resumed;
  if (!isRecord(decision)) return decision as Reply;
  const { type, message } = decision;
  const said = typeof message === 'string' ? { message } : {};
  if (type === 'approve') return { approved: true };
  if (type === 'reject') return { approved: false, ...said };
  if (type !== 'edit') return decision as unknown as Reply;
  const { name = tool, args } = recordOf(decision.editedAction);
  if (name !== tool) return { approved: false, message: `an edit may not make another tool of ${tool}` };
  return { approved: true, modifiedArgs: recordOf(args) };
}
