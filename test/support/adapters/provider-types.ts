import type Anthropic from '@anthropic-ai/sdk';
import type { CallableTool, GenerateContentResponse, Tool as GoogleTool, Part } from '@google/genai';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { ToolSet } from 'ai';
import type { createAgent } from 'langchain';
import type OpenAI from 'openai';
import type { toAISDKTools } from '../../../src/adapters/ai/index.ts';
import type { AnthropicTools } from '../../../src/adapters/anthropic/index.ts';
import type { GoogleTools } from '../../../src/adapters/google/index.ts';
import type { toLangChainTools } from '../../../src/adapters/langchain/index.ts';
import type { OpenAIChatTools, OpenAIResponsesTools } from '../../../src/adapters/openai/index.ts';

/**
 * The compiler holds that the providers' own packages take what we give and give what we take, though none of them is
 * needed to run. Nothing here is run.
 */
export interface Fits {
  chatTools: Gives<OpenAIChatTools['definitions'], OpenAI.Chat.ChatCompletionTool[]>;
  chatMessages: Gives<OpenAIChatTools['run'], OpenAI.Chat.ChatCompletionMessageParam[]>;
  chatSaid: Takes<OpenAIChatTools['run'], OpenAI.Chat.ChatCompletion>;
  chatMessage: Takes<OpenAIChatTools['run'], OpenAI.Chat.ChatCompletionMessage>;
  chatCalls: Takes<OpenAIChatTools['run'], OpenAI.Chat.ChatCompletionMessageToolCall[]>;
  responsesTools: Gives<OpenAIResponsesTools['definitions'], OpenAI.Responses.Tool[]>;
  responsesItems: Gives<OpenAIResponsesTools['run'], OpenAI.Responses.ResponseInputItem[]>;
  responsesSaid: Takes<OpenAIResponsesTools['run'], OpenAI.Responses.Response>;
  responsesOutput: Takes<OpenAIResponsesTools['run'], OpenAI.Responses.ResponseOutputItem[]>;
  anthropicTools: Gives<AnthropicTools['definitions'], Anthropic.ToolUnion[]>;
  anthropicResults: Gives<AnthropicTools['run'], Anthropic.ContentBlockParam[]>;
  anthropicSaid: Takes<AnthropicTools['run'], Anthropic.Message>;
  anthropicBlocks: Takes<AnthropicTools['run'], Anthropic.ContentBlock[]>;
  googleTool: Gives<GoogleTools['tool'], GoogleTool>;
  googleParts: Gives<GoogleTools['run'], Part[]>;
  googleSaid: Takes<GoogleTools['run'], GenerateContentResponse>;
  googleCallable: Holds<GoogleTools, CallableTool>;
  aiTools: Gives<typeof toAISDKTools, ToolSet>;
  langChainTools: Gives<typeof toLangChainTools, StructuredToolInterface[]>;
  agentTools: Gives<typeof toLangChainTools, NonNullable<Parameters<typeof createAgent>[0]['tools']>>;
}

type Holds<Given extends Wanted, Wanted> = Given;
type Gives<Make extends (...args: never[]) => Promise<Wanted>, Wanted> = Make;
type Takes<Run extends (...args: never[]) => unknown, Said extends Parameters<Run>[0]> = Said;
