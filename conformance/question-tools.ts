import {
  type ElicitRequestFormParams,
  type InputRequest,
  type InputResponse,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Tool } from '../src/index.ts';
import { fixture, NOTHING } from './fixture.ts';

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

const form = (message: string, properties: Properties, required: string[] = []): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } });

const sample = (text: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });

const name: Properties = { name: { type: 'string', description: 'Your name' } };

export const askName = form('What is your name?', name, ['name']);

const contentOf = (response: InputResponse): Record<string, unknown> => {
  const view = inputResponse({ response }, 'response');
  return (view.kind === 'elicit' ? view.content : undefined) ?? {};
};

const completed = (response: InputResponse): Tool.Result => {
  const { action, content } = response as { action?: string; content?: unknown };
  return { output: `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}` };
};

/** One question, and the answer as the output. */
const asking = (tool: string, key: string, request: InputRequest): Tool.Info =>
  fixture(tool, NOTHING, async (_, client) => ({ output: JSON.stringify(await client.ask(key, request)) }));

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];

const defaults = form('Please check these values.', {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
});

const enums = form('Please choose.', {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: TITLED } },
});

const user: Properties = {
  username: { type: 'string', description: "User's response" },
  email: { type: 'string', description: "User's email address" },
};

/** What a tool may ask of its client, in either era. */
export const questionTools: readonly Tool.Info[] = [
  fixture('test_sampling', z.object({ prompt: z.string() }), async ({ prompt }, client) => {
    const { content } = (await client.ask('sample', sample(String(prompt)))) as { content?: { text?: string } };
    return { output: `LLM response: ${content?.text}` };
  }),
  fixture('test_elicitation', z.object({ message: z.string() }), async ({ message }, client) => {
    const response = await client.ask('user', form(String(message), user, ['username', 'email']));
    return { output: `User response: ${JSON.stringify(response)}` };
  }),
  fixture('test_elicitation_sep1034_defaults', NOTHING, async (_, client) =>
    completed(await client.ask('values', defaults)),
  ),
  fixture('test_elicitation_sep1330_enums', NOTHING, async (_, client) => completed(await client.ask('choice', enums))),
  fixture('test_missing_capability', NOTHING, async (_, client) => ({
    output: JSON.stringify(await client.ask('sample', sample('Hello'))),
  })),
  // A question of the gate itself, put to the client as any approval is.
  Tool.define('test_streaming_elicitation', {
    description: 'Fixture of the conformance suite: asks for approval.',
    parameters: NOTHING,
    effects: () => [],
    permissions: { required: [] },
    danger: 'safe',
    approval: () => 'asks before it runs',
    execute: async () => ({ output: 'Approved.' }),
  }) as Tool.Info,
  fixture('test_input_required_result_elicitation', NOTHING, async (_, client) => ({
    output: `Hello, ${String(contentOf(await client.ask('user_name', askName)).name)}!`,
  })),
  asking('test_input_required_result_sampling', 'capital_question', sample('What is the capital of France?')),
  asking('test_input_required_result_list_roots', 'client_roots', inputRequired.listRoots()),
  fixture('test_input_required_result_request_state', NOTHING, async (_, client) => {
    await client.ask('confirm', form('Please confirm.', { ok: { type: 'boolean' } }, ['ok']));
    return { output: 'state-ok' };
  }),
  asking('test_input_required_result_tampered_state', 'confirm', form('Please confirm.', { ok: { type: 'boolean' } })),
  fixture('test_input_required_result_multiple_inputs', NOTHING, async (_, client) => {
    const answers = await Promise.all([
      client.ask('user_name', askName),
      client.ask('greeting', sample('Write a greeting.')),
      client.ask('client_roots', inputRequired.listRoots()),
    ]);
    return { output: JSON.stringify(answers) };
  }),
  fixture('test_input_required_result_multi_round', NOTHING, async (_, client) => {
    const first = contentOf(await client.ask('step1', askName));
    const second = contentOf(await client.ask('step2', form('Your colour?', { color: { type: 'string' } })));
    return { output: JSON.stringify({ ...first, ...second }) };
  }),
  fixture('test_input_required_result_capabilities', NOTHING, async (_, client) => {
    const questions = {
      ...(client.capabilities.elicitation ? { user_name: askName } : {}),
      ...(client.capabilities.sampling ? { greeting: sample('Write a greeting.') } : {}),
      ...(client.capabilities.roots ? { client_roots: inputRequired.listRoots() } : {}),
    };
    const answers = await Promise.all(Object.entries(questions).map(([key, request]) => client.ask(key, request)));
    return { output: JSON.stringify(answers) };
  }),
];
