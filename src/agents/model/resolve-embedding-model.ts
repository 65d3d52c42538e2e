import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { addressOfProvider, chosenModel, keyOf, type ModelSettings, needed, PROVIDERS } from './config.ts';
import { openAICompatible } from './resolve-model.ts';

/** A model that gives vectors, by `provider/name` or a name of `models`; of servers that speak like OpenAI. */
export async function resolveEmbeddingModel(name: string, settings: ModelSettings): Promise<EmbeddingModelV4> {
  const config = chosenModel(name, settings.models);
  const provider = PROVIDERS[config.provider]!;
  const key = keyOf(config, provider, settings.env);
  const baseURL = config.baseURL ?? addressOfProvider(provider, settings.env) ?? provider.compatible;
  if (baseURL === undefined)
    throw needed(
      `${config.provider} has no embeddings that are known here`,
      'Name a server that speaks as OpenAI does: openai/NAME, ollama/NAME, or a baseURL in the config\'s "models".',
    );
  const server = await openAICompatible(config, { key, baseURL });
  return server.embeddingModel(config.model);
}
