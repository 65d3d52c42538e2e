// The scripted model, as an extension of pi: two runs share a home, and each has its own.
export default pi =>
  pi.registerProvider('stub', {
    baseUrl: `${process.env.STUB_URL}/v1`,
    apiKey: 'none',
    api: 'openai-completions',
    models: [
      {
        id: 'stub',
        name: 'stub',
        reasoning: false,
        input: ['text'],
        contextWindow: 100000,
        maxTokens: 4000,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      },
    ],
  });
