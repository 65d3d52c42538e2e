import type { ConsoleOptions } from '../../../console/create-console.ts';
import type { CommonOptions } from '../../options.ts';
import { type CliSession, withGate } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { createDemoAgents } from './agents.ts';
import { startDemo } from './start-demo.ts';
import { DEMO_POLICY, openDemoWorkspace } from './workspace.ts';

/** What is served beside the gate. */
export type ConsoleParts = Pick<ConsoleOptions, 'settings' | 'demo'>;

/** Milliseconds that people have to see what happens. */
const PACE = 900;

/** Serves a sample workspace that is gone in the end, with a scripted agent that people start from the page. */
export async function serveDemo(
  options: CommonOptions & { readonly wait: boolean },
  serve: (session: CliSession, served: ConsoleParts) => Promise<number>,
): Promise<number> {
  const shop = openDemoWorkspace();
  const agents = createDemoAgents({ pace: PACE, byHand: shop.change });
  shop.fill();
  try {
    return await withGate(
      { ...options, workspace: shop.root, input: false },
      async session => {
        const play = async (): Promise<void> => {
          shop.fill();
          const { error } = await startDemo(session.gate, agents, session.abort);
          if (error && !session.abort.aborted) session.terminal.note(`demo: ${toPrintableLine(error.message)}`);
        };
        const demo = playedAlone(play, error => session.terminal.note(`demo: ${toPrintableLine(error.message)}`));
        session.terminal.note('A sample workspace. Start the scripted agent from the page; it needs no key.');
        try {
          return await serve(session, {
            demo,
            settings: { trusted: false, sources: { user: 'the demo' }, withheld: [] },
          });
        } finally {
          await demo.over();
        }
      },
      {
        agent: 'mcp',
        waitForAnswers: options.wait,
        policy: DEMO_POLICY,
        store: shop.store,
        spawner: agents.spawner,
      },
    );
  } finally {
    shop.remove();
  }
}

/** A demo of which one plays at a time. */
function playedAlone(play: () => Promise<void>, onProblem: (error: Error) => void) {
  let playing: Promise<void> | undefined;
  return {
    get running() {
      return playing !== undefined;
    },
    start() {
      playing = play()
        .catch(onProblem)
        .finally(() => {
          playing = undefined;
        });
    },
    /** Resolves when it is not at work any more. */
    over: async () => playing,
  };
}
