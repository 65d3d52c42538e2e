import { expect, it } from 'vitest';
import { openSleep } from '../../../test/support/sandbox/open-sleep.ts';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { type ScriptedReply, scriptedLanguageModel } from '../../testing/scripted-language-model.ts';
import { defineAgent } from '../types/agent-type.ts';
import type { RunAgentOptions } from './agent-run.ts';
import { type AgentHistory, goOnWith } from './history.ts';
import { runAgent } from './run-agent.ts';

const type = defineAgent({ name: 'worker', description: 'Works', prompt: 'You work.', limits: { steps: 3, calls: 2 } });

async function openLoop(files: Record<string, string> = {}, more: Parameters<typeof openGate>[1] = {}) {
  const { gate } = await openGate(files, more);
  const play = async (script: readonly ScriptedReply[], options: Partial<RunAgentOptions> = {}) => {
    const model = scriptedLanguageModel(script);
    const result = await runAgent({ gate, type, model, prompt: 'Do it.', ...options });
    return { result, sent: JSON.stringify(model.requests.at(-1)?.prompt) };
  };
  return { gate, play };
}

const read = { name: 'read_file', args: { path: 'a.txt' } };

it('each answer of a model is told with its turn and tokens, and masked', async () => {
  const { gate, play } = await openLoop({ 'a.txt': 'one\n' });
  const said: unknown[] = [];
  gate.activity.subscribe('agent_said', ({ sessionID, agent, data }) => said.push({ sessionID, agent, ...data }));
  const turns: unknown[] = [];
  const key = `sk-${'a1'.repeat(12)}`;
  const { result } = await play([{ text: `The key is ${key}.`, calls: [read] }, { text: 'Done.' }], { sessionID: 's' });
  await gate.activity.settle();
  for (const { turn } of await gate.store.calls.list({ sessionID: 's' })) turns.push(turn);
  expect(result.ok).toBe(true);
  expect(said).toEqual([
    { sessionID: 's', agent: gate.agent, turn: 1, text: 'The key is ***.', tokens: { input: 10, output: 5 } },
    { sessionID: 's', agent: gate.agent, turn: 2, text: 'Done.', tokens: { input: 10, output: 5 } },
  ]);
  expect(turns).toEqual([1]);
});

it('a further message goes on with the same session: what was said is there, limits begin anew, turns go on', async () => {
  const { gate, play } = await openLoop({ 'a.txt': 'one\n' });
  const first = await play([{ calls: [read] }, { text: 'It says one.' }], { sessionID: 's' });
  const again = (before: AgentHistory) => {
    const history = goOnWith(before, 'And again?');
    return play([{ calls: [read] }, { text: 'Still one.' }], { sessionID: 's', history });
  };
  const { result, sent } = await again((await again(first.result.history)).result.history);
  expect(result).toMatchObject({ ok: true, text: 'Still one.', steps: 2, calls: 1 });
  expect(sent).toMatch(/Do it\..*It says one\..*And again\?.*Still one\..*And again\?/);
  const rows = await gate.store.calls.list({ sessionID: 's' });
  expect(rows.map(({ turn, ok }) => [turn, ok])).toEqual([5, 3, 1].map(turn => [turn, true]));
});

it('a person who stops the calls of a round does not end the run, and the model is told who did', async () => {
  const { play } = await openLoop({}, { policy: 'privileged' });
  const sleep = openSleep();
  const stop = new AbortController();
  void sleep.begun().then(() => stop.abort());
  const script = [{ calls: [{ name: 'bash', args: { command: sleep.command } }] }, { text: 'I stopped waiting.' }];
  const { result, sent } = await play(script, { stopCalls: () => stop.signal });
  expect(result).toMatchObject({ ok: true, text: 'I stopped waiting.' });
  expect(sent).toContain('The person at the terminal stopped this call');
});
