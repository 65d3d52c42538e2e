import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Tool, type Toolgate, type ToolgateOptions } from '../../../src/index.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../../../src/testing/index.ts';

/** A dot. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Fixture {
  readonly gate: Toolgate;
  readonly space: TemporaryWorkspace;
  /** Resolves when `wait` runs. */
  readonly waiting: Promise<void>;
}

const plain = { parameters: z.object({}), effects: () => [], danger: 'safe' } as const;

/** A gate with files, rules and tools for every kind of call. */
export async function openFixture(options: Partial<ToolgateOptions> = {}): Promise<Fixture> {
  const space = temporaryWorkspace({
    'a.txt': 'one\ntwo\nthree\n',
    '.env': 'KEY=1\n',
    'dot.png': Buffer.from(PICTURE, 'base64'),
  });
  onTestFinished(() => space.remove());
  const waiting = Promise.withResolvers<void>();
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const gate = await space.gate({
    policy: { rules: [{ effect: 'read', match: '.env', verdict: 'deny' }] },
    tools: [
      Tool.define('wait', {
        ...plain,
        description: 'Waits until it is stopped.',
        execute: (_, ctx) => {
          waiting.resolve();
          return new Promise<never>((_resolve, reject) => {
            ctx.abort.addEventListener('abort', () => reject(ctx.abort.reason));
          });
        },
      }) as Tool.Info,
      Tool.define('talk', {
        ...plain,
        description: 'Talks while it runs.',
        execute: async (_, ctx) => {
          ctx.metadata({ title: 'Talking' });
          for (const word of ['first ', 'second ', 'third']) {
            ctx.output(word);
            await new Promise(resolve => setTimeout(resolve, 100));
          }
          return { output: 'said' };
        },
      }) as Tool.Info,
      Tool.define('meet', {
        ...plain,
        parameters: z.object({ place: z.number().int().min(0).max(1) }),
        description: 'Ends when both calls of it run.',
        execute: async ({ place }) => {
          both[place as 0 | 1].resolve();
          await both[place === 0 ? 1 : 0].promise;
          return { output: `met at ${place}` };
        },
      }) as Tool.Info,
      Tool.define('shout', {
        ...plain,
        description: 'Says a lot.',
        execute: () => ({ output: Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join('\n') }),
      }) as Tool.Info,
      Tool.define('fail', {
        ...plain,
        description: 'Fails.',
        execute: () => {
          throw new Error('it broke');
        },
      }) as Tool.Info,
    ],
    ...options,
  });
  return { gate, space, waiting: waiting.promise };
}
