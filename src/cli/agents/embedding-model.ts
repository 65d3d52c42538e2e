import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Settings } from '../../config/load-settings.ts';

export function embeddingModelFor(
  settings: Pick<Settings, 'embeddingModel' | 'models'>,
): (() => Promise<EmbeddingModelV4>) | undefined {
  const { embeddingModel: name, models } = settings;
  if (name === undefined) return undefined;
  return async () => {
    const { resolveEmbeddingModel } = await import('../../agents/model/resolve-embedding-model.ts');
    return resolveEmbeddingModel(name, { models, env: process.env });
  };
}
