import { join } from 'node:path';
import type { ConsoleOptions } from '../../../console/create-console.ts';
import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import type { CommonOptions } from '../../options.ts';
import { type CliSession, withGate } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { createDemoAgents, type DemoManner } from './agents.ts';
import { toolgateCommand } from './script.ts';
import { type CallNames, startDemo } from './start-demo.ts';
import { type DemoRun, tellStory } from './tell-story.ts';
import { DEMO_POLICY, openDemoWorkspace } from './workspace.ts';

export type ConsoleParts = Pick<ConsoleOptions, 'settings' | 'demo'>;

/** Milliseconds that people have to read what happens. */
const PACE = 3_500;

export async function serveDemo(
  options: CommonOptions & { readonly wait: boolean },
  serve: (session: CliSession, served: ConsoleParts) => Promise<void>,
): Promise<void> {
  const shop = openDemoWorkspace();
  let manner: DemoManner = { pace: PACE, shell: true };
  const agents = createDemoAgents(() => manner);
  shop.fill();
  try {
    return await withGate(
      { ...options, workspace: shop.root, input: false },
      async session => {
        const { gate, terminal, abort } = session;
        const last: { run: DemoRun | undefined } = { run: undefined };
        const onProblem = (error: Error) => terminal.note(`demo: ${toPrintableLine(error.message)}`);
        const finish = () => {
          if (last.run) last.run = { ...last.run, over: true };
        };
        const play = async (pace: number): Promise<void> => {
          last.run = undefined;
          shop.fill();
          manner = { pace, shell: await hasSandbox(shop.store) };
          const onStart = (id: string) => {
            last.run = { session: id, names: new Map(), shell: manner.shell, over: false };
          };
          const onCalls = (names: CallNames) => {
            if (last.run) last.run = { ...last.run, names };
          };
          const { error } = await startDemo(gate, agents, { abort, onStart, onCalls });
          finish();
          if (error && !abort.aborted) onProblem(new Error(error.message));
        };
        const demo = playedAlone(play, onProblem);
        terminal.note(
          'Open the link: a guided demo in a sample project. Only the agent is scripted; no key is needed.',
        );
        try {
          return await serve(session, {
            demo: {
              get running() {
                return demo.running;
              },
              start: pace => demo.start(pace ?? PACE),
              story: () => tellStory(gate, { run: last.run, running: demo.running, toolgate: toolgateCommand() }),
            },
            settings: { trusted: false, sources: { user: 'the demo' }, withheld: [] },
          });
        } finally {
          await demo.over();
        }
      },
      { agent: 'mcp', waitForAnswers: options.wait, policy: DEMO_POLICY, store: shop.store, spawner: agents.spawner },
    );
  } finally {
    shop.remove();
  }
}

const hasSandbox = async (store: string): Promise<boolean> =>
  (await createSandbox({ env: process.env, folder: join(store, '..', 'sandbox') })).kind !== 'none';

function playedAlone(play: (pace: number) => Promise<void>, onProblem: (error: Error) => void) {
  let playing: Promise<void> | undefined;
  return {
    get running() {
      return playing !== undefined;
    },
    start(pace: number) {
      playing = play(pace)
        .catch(onProblem)
        .finally(() => {
          playing = undefined;
        });
    },
    over: async () => playing,
  };
}
