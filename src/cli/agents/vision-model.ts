import type { Settings } from '../../config/load-settings.ts';
import { noVisionModel } from '../../gate/packs/services.ts';
import type { VisionModel } from '../../packs/vision-analysis/services.ts';
import { modelsFor } from './model-for.ts';

/** The model that looks at pictures: the config's `visionModel`, else its `model`. Opened once, when first needed. */
export function visionModelFor(
  settings: Pick<Settings, 'model' | 'models' | 'visionModel' | 'vocabulary'>,
): () => Promise<VisionModel> {
  let opened: Promise<VisionModel> | undefined;
  return () => {
    // A model that cannot be opened now may open later: a key may be set, a server started.
    opened ??= open(settings).catch(error => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function open(settings: Parameters<typeof visionModelFor>[0]): Promise<VisionModel> {
  const name = settings.visionModel ?? settings.model;
  if (name === undefined) throw noVisionModel();
  // A scripted model answers from a file: pictures go nowhere.
  if (name.startsWith('scripted/')) return { model: (await modelsFor(settings)(name)).model, host: 'localhost' };
  const { resolveModel } = await import('../../agents/model/resolve-model.ts');
  const { model, host } = await resolveModel(name, { ...settings, env: process.env }, { structured: true });
  return { model, host };
}
