/** A package of the AI SDK, or an address that speaks as OpenAI does. */
export interface Provider {
  /** The provider's package; where it is not installed by default, it is loaded when it is there. */
  readonly package?: string;
  /** The function in the package that makes the provider. */
  readonly create?: string;
  /** Variables that may hold the key; the first one is the usual. */
  readonly keys: readonly string[];
  /** The variable that names another address. */
  readonly address?: string;
  /** The address where the provider speaks as OpenAI does; then no package is needed. */
  readonly compatible?: string;
  /** The host that the package sends everything to, if no address is named. */
  readonly host?: string;
  /** The profile that schemas are lowered for. */
  readonly profile: 'openai' | 'anthropic' | 'google';
}

const openai = (compatible: string, key: string, more: Partial<Provider> = {}): Provider => ({
  compatible,
  keys: [key],
  profile: 'openai',
  ...more,
});

/** Providers by the name that stands before the slash. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    create: 'createAnthropic',
    keys: ['ANTHROPIC_API_KEY'],
    address: 'ANTHROPIC_BASE_URL',
    host: 'api.anthropic.com',
    profile: 'anthropic',
  },
  google: {
    package: '@ai-sdk/google',
    create: 'createGoogleGenerativeAI',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    host: 'generativelanguage.googleapis.com',
    profile: 'google',
  },
  cohere: {
    package: '@ai-sdk/cohere',
    create: 'createCohere',
    keys: ['COHERE_API_KEY'],
    host: 'api.cohere.com',
    profile: 'openai',
  },
  openai: openai('https://api.openai.com/v1', 'OPENAI_API_KEY', {
    package: '@ai-sdk/openai',
    create: 'createOpenAI',
    address: 'OPENAI_BASE_URL',
  }),
  mistral: openai('https://api.mistral.ai/v1', 'MISTRAL_API_KEY', {
    package: '@ai-sdk/mistral',
    create: 'createMistral',
  }),
  groq: openai('https://api.groq.com/openai/v1', 'GROQ_API_KEY', { package: '@ai-sdk/groq', create: 'createGroq' }),
  xai: openai('https://api.x.ai/v1', 'XAI_API_KEY', { package: '@ai-sdk/xai', create: 'createXai' }),
  deepseek: openai('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', {
    package: '@ai-sdk/deepseek',
    create: 'createDeepSeek',
  }),
  openrouter: openai('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  ollama: { compatible: 'http://127.0.0.1:11434/v1', address: 'OLLAMA_HOST', keys: [], profile: 'openai' },
  'openai-compatible': { address: 'OPENAI_BASE_URL', keys: ['OPENAI_API_KEY'], profile: 'openai' },
};
