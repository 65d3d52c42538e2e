import { activeAgent } from '../../activity/call-span.ts';
import { providerName } from '../../activity/conventions.ts';
import { startSpan } from '../../activity/span.ts';
import type { ModelAnswer } from './ask-model.ts';

/** Asks a model within a span, `chat MODEL`; one for each attempt. The question and the answer are not told. */
export async function withChatSpan(
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  const span = startSpan('chat', modelId, () => ({
    provider: providerName(provider),
    requestModel: modelId,
    ...activeAgent(),
  }));
  try {
    const answer = await span.within(ask);
    span.end({
      responseModel: answer.response?.model,
      responseID: answer.response?.id,
      finishReasons: [answer.finish],
      inputTokens: answer.usage.input,
      outputTokens: answer.usage.output,
    });
    return answer;
  } catch (error) {
    span.end({ errorType: typeOf(error) });
    throw error;
  }
}

/** The status that the server answered with, as the conventions want it, else the kind of error. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'EXECUTION_ERROR';
  const { statusCode, name } = error as Error & { readonly statusCode?: unknown };
  return typeof statusCode === 'number' ? String(statusCode) : name;
}
