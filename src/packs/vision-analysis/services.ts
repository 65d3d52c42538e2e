import type { LanguageModelV4 } from '@ai-sdk/provider';

/** A model that looks at pictures, and the host that they are sent to. */
export interface VisionModel {
  readonly model: LanguageModelV4;
  /** The host of the model, as rules name it. */
  readonly host: string;
}

export interface VisionServices {
  /** Throws `LLM_ASSIST_REQUIRED` where none is configured, and says how to. */
  readonly model: () => Promise<VisionModel>;
}
