import type { LanguageModelV4 } from '@ai-sdk/provider';

/** A model that looks at pictures, and the host that they are sent to, as rules name it. */
export type VisionModel = Readonly<{ model: LanguageModelV4; host: string }>;

export interface VisionServices {
  /** Throws `LLM_ASSIST_REQUIRED` where none is configured, and says how to. */
  readonly model: () => Promise<VisionModel>;
}
