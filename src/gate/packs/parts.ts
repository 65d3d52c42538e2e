import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { ProjectServices } from '../../packs/project/services.ts';
import type { ShellServices } from '../../packs/shell/services.ts';
import type { VisionModel } from '../../packs/vision-analysis/services.ts';
import type { SearchSettings } from '../../packs/web/services.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { Sandboxes } from './sandboxes.ts';

type WebOptions = { readonly search?: SearchSettings };

export interface PackOptions {
  readonly web?: WebOptions;
  readonly visionModel?: () => Promise<VisionModel>;
  readonly embeddingModel?: () => Promise<EmbeddingModelV4>;
}

export interface PackParts extends Pick<PackOptions, 'web' | 'visionModel'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: () => RuntimePolicy;
  readonly shell: ShellServices;
  readonly sandboxes: Pick<Sandboxes, 'open'>;
  readonly index: ProjectServices['index'];
}
