import { describe, expect, it } from 'vitest';
import { resolveModel } from './resolve-model.ts';

const failure = (name: string | undefined, settings: Partial<Parameters<typeof resolveModel>[1]> = {}) =>
  resolveModel(name, { env: {}, ...settings }).then(
    () => undefined,
    error => error as { code: string; message: string; suggestion: string },
  );

describe('a model', () => {
  it('a model is a provider and a name, or a name of the config', async () => {
    const models = {
      local: { provider: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1', model: 'tiny', contextTokens: 8_000 },
    };
    const settings = { env: {}, model: 'local', models };
    const usual = await resolveModel(undefined, settings);
    expect(usual).toMatchObject({ name: 'local', contextTokens: 8_000, profile: 'openai' });
    expect(usual.model).toMatchObject({ specificationVersion: 'v4', modelId: 'tiny' });
    expect((await resolveModel('local/other/name', settings)).model.modelId).toBe('other/name');
    expect((await resolveModel('ollama/qwen', settings)).model.modelId).toBe('qwen');
    const plain = {
      env: {},
      models: { mine: { baseURL: 'http://127.0.0.1:1/v1' }, openai: { baseURL: 'http://127.0.0.1:2' } },
    };
    expect((await resolveModel('mine/x', plain)).model.provider).toContain('openai-compatible');
    expect((await resolveModel('openai/x', plain)).model.provider).toContain('openai');
    const hosted = await resolveModel('openai/gpt', { env: { OPENAI_API_KEY: 'k' } });
    expect(hosted.model.modelId).toBe('gpt');
    const own = await resolveModel('openai-compatible/x', { env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } });
    expect(own.model.modelId).toBe('x');
  });

  it.each([
    ['openai/gpt', { OPENAI_API_KEY: 'k' }, 'api.openai.com'],
    ['openai/gpt', { OPENAI_BASE_URL: 'http://[::1]:8080/v1' }, '::1'],
    ['ollama/llava', { OLLAMA_HOST: 'box.lan:11434' }, 'box.lan'],
    ['mine/x', {}, '127.0.0.1'],
  ])('a model says where everything is sent: %s %j', async (name, env, host) => {
    const models = { mine: { baseURL: 'http://127.0.0.1:1/v1' } };
    expect((await resolveModel(name, { env, models })).host).toBe(host);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['none', undefined, /--model .*TOOLGATE_MODEL/],
    ['an unknown provider', 'opnai/gpt', /Did you mean openai/],
    ['a word that is a property of every object', 'constructor/x', /Known: /],
    ['no name', 'anthropic/', /anthropic\/NAME/],
    ['no key', 'anthropic/x', /ANTHROPIC_API_KEY/],
    ['no key of several', 'google/x', /GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY/],
    ['no address of the config', 'empty/x', /OPENAI_BASE_URL/],
    ['an unknown provider of the config', 'wrong/x', /Did you mean anthropic/],
    ['no address', 'openai-compatible/x', /OPENAI_BASE_URL/],
  ])('a model with %s says what to set', async (_, name, says) => {
    const models = { empty: {}, wrong: { provider: 'anthropc' } };
    expect(await failure(name, { models })).toMatchObject({
      code: 'LLM_ASSIST_REQUIRED',
      suggestion: expect.stringMatching(says),
    });
  });

  it('a model whose package is missing says what to install', async () => {
    const said = await failure('anthropic/x', { env: { ANTHROPIC_API_KEY: 'k' } });
    expect(said?.suggestion).toContain('npm install @ai-sdk/anthropic');
  });

  it('a model of the config with a variable that is not set says which', async () => {
    const models = {
      mine: { provider: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1', apiKeyEnv: 'MY_KEY', model: 'x' },
    };
    expect((await failure('mine', { models }))?.suggestion).toContain('MY_KEY');
  });
});
