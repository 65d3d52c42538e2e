import { SpanKind } from '@opentelemetry/api';

/** The operation of a span, by the GenAI conventions of OpenTelemetry; the span's name begins with it. */
export type Operation = 'execute_tool' | 'invoke_agent' | 'chat';

/** Calls and agents run in this process; a model is asked elsewhere. */
export const KINDS: Readonly<Record<Operation, SpanKind>> = {
  execute_tool: SpanKind.INTERNAL,
  invoke_agent: SpanKind.INTERNAL,
  chat: SpanKind.CLIENT,
};

/** All attributes of our spans. Our own begin with `toolgate`; the conventions have no name for them. */
export const ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  conversation: 'gen_ai.conversation.id',
  agentName: 'gen_ai.agent.name',
  agentID: 'gen_ai.agent.id',
  agentDescription: 'gen_ai.agent.description',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallID: 'gen_ai.tool.call.id',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  responseID: 'gen_ai.response.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  errorType: 'error.type',
  /** The id under which the ledger, events and `toolgate` commands know the call; the other id is the model's. */
  callID: 'toolgate.call.id',
} as const;

/** Providers of the AI SDK whose names differ from those of the conventions. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp.gemini'],
  ['google.vertex', 'gcp.vertex_ai'],
  ['amazon-bedrock', 'aws.bedrock'],
  ['azure', 'azure.ai.openai'],
  ['azure-openai', 'azure.ai.openai'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
]);

/** A provider by the conventions: `openai.responses` is `openai`, `google.generative-ai` is `gcp.gemini`. */
export function providerName(provider: string): string {
  const [family = '', kind] = provider.split('.');
  return PROVIDERS.get(`${family}.${kind}`) ?? PROVIDERS.get(family) ?? family;
}
