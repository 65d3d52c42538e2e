import { setTimeout as sleep } from 'node:timers/promises';
import { type Agents, createAgents } from '../../../agents/create-agents.ts';
import { type AgentType, defineAgent } from '../../../agents/types/agent-type.ts';
import { createAgentTypes } from '../../../agents/types/agent-types.ts';
import { type ScriptedReply, scriptedLanguageModel } from '../../../testing/scripted-language-model.ts';
import { DEMO_STEPS } from './script.ts';

export interface DemoAgents extends Agents {
  /** The one that the others work for. */
  readonly leader: AgentType;
}

interface DemoAgentsOptions {
  /** Milliseconds that the model seems to think. */
  readonly pace: number;
  /** Does what a person does by hand between two calls. */
  readonly byHand: (change: (text: string) => string, path: string) => void;
}

const leader = defineAgent({
  name: 'demo',
  description: 'Follows a script, for who wants to see the console at work.',
  prompt: 'You follow a script.',
  packs: ['filesystem', 'history', 'shell', 'spawn', 'tasklist', 'todo'],
  role: 'orchestrator',
  model: 'demo',
  limits: { calls: 60, tokens: 20_000, depth: 1 },
});

const reader = defineAgent({
  name: 'reader',
  description: 'Reads the shop and reports.',
  prompt: 'You follow a script.',
  packs: ['filesystem', 'tasklist'],
  role: 'worker',
  model: 'reader',
  limits: { calls: 10, tokens: 5_000, depth: 0 },
});

/** Real agents on the real loop; only what their models say was written beforehand. */
export function createDemoAgents({ pace, byHand }: DemoAgentsOptions): DemoAgents {
  let started = 0;
  const slowly = (steps: readonly ScriptedReply[]): ScriptedReply[] =>
    steps.map(step => request => {
      const answer = typeof step === 'function' ? step(request) : step;
      return { ...answer, wait: sleep(pace, undefined, { signal: request.abortSignal }) };
    });
  const agents = createAgents({
    types: createAgentTypes([{ where: 'the demo', types: [leader, reader] }], ['demo', 'reader']),
    async model(name) {
      if (name === 'demo') started++;
      // Labels are unique, and the demo may be started again.
      const label = (task: string) => (started > 1 ? `${task}-${started}` : task);
      const steps = name === 'demo' ? leading(label, byHand) : reading(label);
      return { name: `scripted/${name}`, model: scriptedLanguageModel(slowly(steps), name) };
    },
  });
  return { ...agents, leader };
}

type Label = (task: string) => string;

/** What the terminal's demo asks for too. */
const callsOf = (title: string): readonly { readonly name: string; readonly args: unknown }[] =>
  DEMO_STEPS.find(step => step.title === title)?.calls.map(({ name, args }) => ({ name, args })) ?? [];

const leading = (label: Label, byHand: DemoAgentsOptions['byHand']): readonly ScriptedReply[] => [
  {
    text: 'First the plan.',
    calls: [
      { name: 'create_task', args: { label: label('look'), title: 'Look at the shop' } },
      { name: 'create_task', args: { label: label('price'), title: 'Give a discount', depends_on: [label('look')] } },
      { name: 'create_task', args: { label: label('stock'), title: 'Count the apples', depends_on: [label('look')] } },
      {
        name: 'create_task',
        args: { label: label('notes'), title: 'Tell the readers', depends_on: [label('price'), label('stock')] },
      },
    ],
  },
  {
    text: 'Someone else reads the shop.',
    calls: [{ name: 'spawn_agent', args: { agentType: 'reader', prompt: 'Read the shop, and say what it sells.' } }],
  },
  { text: 'A key would help.', calls: callsOf('Refused') },
  {
    text: 'The price gets a discount.',
    calls: [{ name: 'complete_task', args: { id: label('look') } }, ...callsOf('Edited')],
  },
  {
    text: 'Is everything in order?',
    calls: [
      {
        name: 'bash',
        args: { command: 'for part in 1 2 3 4 5 6; do echo "checking part $part of 6"; sleep 0.5; done; echo fine' },
      },
    ],
  },
  {
    text: 'The readers are told. This overwrites a file, so a person is asked.',
    calls: [
      {
        name: 'write_file',
        args: { path: 'README.md', content: '# Shop\n\nA tiny shop that counts apples, now with a discount.\n' },
      },
    ],
  },
  { text: 'The old notes can go.', calls: callsOf('Asked') },
  { text: 'All pears are plums.', calls: callsOf('In a shell') },
  { text: 'Two apples are sold.', calls: callsOf('Together') },
  () => {
    byHand(text => text.replace(/apples: \d+/, 'apples: 99'), 'src/stock.ts');
    return {
      text: 'A person has changed src/stock.ts by hand: to take back the last edits of it is a conflict now.',
      calls: [{ name: 'read_file', args: { path: 'src/stock.ts' } }],
    };
  },
  { text: 'Done. Take back what you do not like, under Changes.' },
];

const reading = (label: Label): readonly ScriptedReply[] => [
  {
    calls: [
      { name: 'task_update', args: { id: label('look'), status: 'in_progress' } },
      { name: 'read_file', args: { paths: ['README.md', 'src/stock.ts', 'src/price.ts'] } },
    ],
  },
  { calls: [{ name: 'submit_result', args: { id: label('look'), result: 'It sells apples and pears, for 3 each.' } }] },
  { text: 'It sells apples and pears, for 3 each.' },
];
