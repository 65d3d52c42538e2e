import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import { questionStream } from './terminal.ts';

/**
 * Asks the person who types here. A key that came before the question could be read is no answer to it, but for Ctrl-C:
 * `interrupted` says what Ctrl-C comes to.
 */
export async function withKeys<Answer>(
  ask: (keys: ReadStream) => Promise<Answer>,
  interrupted: () => Answer,
): Promise<Answer> {
  const keys = openKeys();
  try {
    return (await forgetTyped(keys)).includes(CTRL_C) ? interrupted() : await ask(keys);
  } finally {
    // A terminal left open would keep the process alive.
    if (keys !== process.stdin) keys.destroy();
  }
}

const CTRL_C = '\x03';

/** Where a person types. Standard input that was read to its end (`--args -`) gives no more keys; its terminal does. */
const openKeys = (): ReadStream =>
  process.stdin.readableEnded ? new ReadStream(openSync('/dev/tty', 'r')) : process.stdin;

/** Milliseconds in which keys that were pressed before the question arrive. */
const ARRIVAL = 50;

/** Takes what was typed before a question was to be seen, whatever the screen showed then. */
async function forgetTyped(keys: ReadStream): Promise<string> {
  let typed = '';
  const take = (chunk: Buffer | string) => {
    typed += chunk.toString();
  };
  keys.setRawMode(true);
  keys.on('data', take).resume();
  await sleep(ARRIVAL);
  keys.off('data', take).pause();
  keys.setRawMode(false);
  return typed;
}

/** Puts a question with the library; `cancelled` says what Ctrl-C comes to, in the question and before it. */
export const askHere = <Answer>(
  put: (
    prompts: Awaited<ReturnType<typeof loadPrompts>>,
    at: { readonly input: ReadStream; readonly output: NodeJS.WriteStream },
  ) => Promise<Answer | symbol>,
  cancelled: () => Answer,
): Promise<Answer> =>
  withKeys(async input => {
    const prompts = await loadPrompts();
    const answer = await put(prompts, { input, output: questionStream() });
    return prompts.isCancel(answer) ? cancelled() : (answer as Answer);
  }, cancelled);

/** The library that puts questions. Ctrl-D ends one as Ctrl-C does: else it would wait on without reading keys. */
export async function loadPrompts() {
  const prompts = await import('@clack/prompts');
  prompts.updateSettings({ aliases: { '\x04': 'cancel' } });
  return prompts;
}
