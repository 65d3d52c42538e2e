import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChosenModel } from '../../agents/create-agents.ts';
import type { Settings } from '../../config/load-settings.ts';
import type { ScriptedReply } from '../../testing/scripted-language-model.ts';
import { ToolError } from '../../tool/error.ts';

type ModelSettings = Pick<Settings, 'model' | 'models' | 'vocabulary'>;

/** Models as flags, variables and trusted files name them; each is opened once. */
export function modelsFor(settings: ModelSettings): (name: string | undefined) => Promise<ChosenModel> {
  const opened = new Map<string | undefined, Promise<ChosenModel>>();
  return name => {
    const wanted = name ?? settings.model;
    const known = opened.get(wanted) ?? open(wanted, settings);
    opened.set(wanted, known);
    return known;
  };
}

const SCRIPTED = 'scripted/';

async function open(name: string | undefined, settings: ModelSettings): Promise<ChosenModel> {
  if (name?.startsWith(SCRIPTED)) return scripted(name);
  const { resolveModel } = await import('../../agents/model/resolve-model.ts');
  const { offerTools } = await import('../../adapters/offer-tools.ts');
  const resolved = await resolveModel(name, { ...settings, env: process.env });
  const { profile } = resolved;
  return {
    name: resolved.name,
    model: resolved.model,
    contextTokens: resolved.contextTokens,
    offer: gate => {
      const offer = offerTools(gate, { profile, vocabulary: settings.vocabulary });
      return {
        list: async () =>
          (await offer.list()).map(({ name: tool, description, lowered }) => ({
            name: tool,
            description,
            schema: lowered.schema,
          })),
        lift: calls => offer.lift(calls),
      };
    },
  };
}

/** `scripted/FILE`: answers from a JSON file, one after the other, for trials without a model. */
async function scripted(name: string): Promise<ChosenModel> {
  const file = resolve(name.slice(SCRIPTED.length));
  const { scriptedLanguageModel } = await import('../../testing/scripted-language-model.ts');
  let answers: unknown;
  try {
    answers = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw notScript(file, (error as Error).message);
  }
  if (!Array.isArray(answers)) throw notScript(file, 'it is no list');
  return { name, model: scriptedLanguageModel(answers as ScriptedReply[], name) };
}

const notScript = (file: string, why: string): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', `${file} cannot be read as a script: ${why}`, {
    suggestion: 'Write a list of answers: [{ "calls": [{ "name": "read_file", "args": {} }] }, { "text": "Done." }]',
  });
