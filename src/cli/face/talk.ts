import type { StartOptions } from '../../agents/create-agents.ts';
import type { AgentResult } from '../../agents/loop/agent-run.ts';
import type { Retrying } from '../../agents/model/ask-with-retries.ts';
import { EXIT, exitCodeOfError } from '../exit-codes.ts';
import type { Face } from './open-face.ts';

/** Milliseconds in which a second Ctrl-C means the whole run. */
const AGAIN = 2_000;
const AGAIN_HINT = 'Ctrl-C again ends the run';

type SayOptions = Required<Pick<StartOptions, 'abort' | 'stopCalls' | 'onText' | 'onRetry'>>;

interface TalkOptions {
  /** What is said first; undefined where the person is asked. */
  readonly first: string | undefined;
  /** An earlier run was left in the middle: the agent goes on by itself. */
  readonly unfinished: boolean;
  readonly say: (text: string | undefined, options: SayOptions) => Promise<AgentResult>;
  readonly summary: () => Promise<string>;
  readonly abort: AbortSignal;
}

/** Message, answer, the next message, until the person ends it. Gives what the process exits with. */
export async function talk({ story, desk, work }: Face, options: TalkOptions): Promise<number> {
  const { say, summary } = options;
  const ending = new AbortController();
  const over = AbortSignal.any([ending.signal, options.abort]);
  const earlier: string[] = [];
  let answer = new AbortController();
  let calls = new AbortController();
  let armed: NodeJS.Timeout | undefined;
  let code: number = EXIT.done;

  desk.interrupt = () => {
    if (armed) return ending.abort();
    armed = setTimeout(disarm, AGAIN).unref();
    desk.hint = AGAIN_HINT;
    if (story.read().calls.length > 0) calls.abort();
    else answer.abort();
  };
  const disarm = () => {
    clearTimeout(armed);
    armed = undefined;
    desk.hint = '';
  };

  const onRetry = ({ message, wait, said }: Retrying) =>
    story.note(`${message}; asking again in ${(wait / 1000).toFixed(1)} s${said ? ', from the beginning' : ''}`);

  async function answerTo(text: string | undefined): Promise<void> {
    if (text !== undefined) story.said(text);
    answer = new AbortController();
    work(true);
    const result = await say(text, {
      abort: AbortSignal.any([over, answer.signal]),
      stopCalls: () => {
        calls = new AbortController();
        return calls.signal;
      },
      onText: delta => story.text(delta),
      onRetry,
    });
    work(false);
    story.endText();
    const stopped = result.error?.code === 'ABORTED';
    if (stopped) story.note('Stopped.');
    else if (result.error) story.note(sayFailure(result.error));
    code = result.error ? exitCodeOfError(result.error.code) : EXIT.done;
    story.note(await summary());
  }

  let next = options.first;
  if (next === undefined && options.unfinished) await answerTo(undefined);
  while (!over.aborted) {
    next ??= await desk.type({ earlier, signal: over });
    if (next === undefined) break;
    earlier.push(next);
    await answerTo(next);
    next = undefined;
  }
  disarm();
  return over.aborted ? EXIT.interrupted : code;
}

const sayFailure = ({ code, message, suggestion = '' }: NonNullable<AgentResult['error']>): string =>
  `${code}: ${message}\n${suggestion}`.trimEnd();
