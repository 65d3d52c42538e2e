import { setTimeout as sleep } from 'node:timers/promises';
import { type Agents, createAgents } from '../../../agents/create-agents.ts';
import { type AgentType, defineAgent } from '../../../agents/types/agent-type.ts';
import { createAgentTypes } from '../../../agents/types/agent-types.ts';
import {
  type ScriptedAnswer,
  type ScriptedReply,
  scriptedLanguageModel,
} from '../../../testing/scripted-language-model.ts';
import { callName, DEMO_STEPS } from './script.ts';

export interface DemoAgents extends Agents {
  readonly leader: AgentType;
}

export interface DemoManner {
  /** Milliseconds that the model seems to think, so that people can read along. */
  readonly pace: number;
  readonly shell: boolean;
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

/** The part of the usual pauses that is left where nobody has something to read. */
const QUICK = 1 / 4;

interface DemoAnswer extends ScriptedAnswer {
  readonly quick?: true;
}

/** Real agents on the real loop; only what their models say was written beforehand. */
export function createDemoAgents(manner: () => DemoManner): DemoAgents {
  let started = 0;
  const slowly = (answers: readonly DemoAnswer[], pace: number): ScriptedReply[] =>
    answers.map(({ quick, ...answer }) => request => {
      const time = quick ? pace * QUICK : pace;
      return { ...answer, wait: sleep(time, undefined, { signal: request.abortSignal }) };
    });
  const agents = createAgents({
    types: createAgentTypes([{ where: 'the demo', types: [leader, reader] }], ['demo', 'reader']),
    async model(name) {
      if (name === 'demo') started++;
      // Labels of tasks are unique, and the demo may be started again.
      const task = (label: string) => (started > 1 ? `${label}-${started}` : label);
      const { pace, shell } = manner();
      const said = name === 'demo' ? slowly(leading(task, shell), pace) : slowly(reading(task), pace);
      return { name: `scripted/${name}`, model: scriptedLanguageModel(said, name) };
    },
  });
  return { ...agents, leader };
}

type TaskLabel = (task: string) => string;
type ScriptedCalls = NonNullable<ScriptedAnswer['calls']>;

const callsOf = (id: string): ScriptedCalls =>
  DEMO_STEPS.find(step => step.id === id)?.calls.map(({ name, args }, index) => ({
    id: callName(id, index),
    name,
    args,
  })) ?? [];

const leading = (task: TaskLabel, shell: boolean): readonly DemoAnswer[] => [
  {
    quick: true,
    text: 'First a plan.',
    calls: [
      { id: 'look-1', name: 'create_task', args: { label: task('look'), title: 'Look at the shop' } },
      {
        id: 'look-2',
        name: 'create_task',
        args: { label: task('discount'), title: 'Give a discount', depends_on: [task('look')] },
      },
    ],
  },
  {
    quick: true,
    text: 'Someone else reads the shop.',
    calls: [
      {
        id: 'look-3',
        name: 'spawn_agent',
        args: { agentType: 'reader', prompt: 'Read the shop, and say what it sells.' },
      },
    ],
  },
  {
    text: 'What does the README say?',
    calls: [...callsOf('repair'), { id: 'task-1', name: 'complete_task', args: { id: task('look') } }],
  },
  { text: 'A key would help.', calls: callsOf('refuse') },
  {
    text: 'The price gets a discount.',
    calls: [
      { id: 'task-2', name: 'task_update', args: { id: task('discount'), status: 'in_progress' } },
      ...callsOf('edit'),
    ],
  },
  ...(shell ? [{ text: 'Is a key left anywhere? And all pears are plums.', calls: callsOf('run') }] : []),
  { text: 'The old notes can go.', calls: callsOf('ask') },
  {
    quick: true,
    text: 'The discount is there.',
    calls: [
      {
        id: 'task-3',
        name: 'task_update',
        args: { id: task('discount'), status: 'submitted', result: 'total() takes a discount.' },
      },
    ],
  },
  { quick: true, calls: [{ id: 'task-4', name: 'complete_task', args: { id: task('discount') } }] },
  { quick: true, text: 'The shop gives a discount now. What you do not like can be taken back.' },
];

const reading = (task: TaskLabel): readonly DemoAnswer[] => [
  {
    quick: true,
    calls: [
      { name: 'task_update', args: { id: task('look'), status: 'in_progress' } },
      { name: 'read_file', args: { paths: ['README.md', 'src/stock.ts', 'src/price.ts'] } },
    ],
  },
  {
    quick: true,
    calls: [{ name: 'submit_result', args: { id: task('look'), result: 'It sells apples and pears, for 3 each.' } }],
  },
  { quick: true, text: 'It sells apples and pears, for 3 each.' },
];
