import type { EventBatch } from '../../src/console/api.ts';
import { createStreamParser } from './parse-stream.ts';
import { authorization } from './token.ts';

export type Connection = 'connecting' | 'live' | 'waiting' | 'refused';

export interface FollowOptions {
  /** The number of the last event that was seen; asked for at every new connection. */
  readonly from: () => number;
  readonly onEvents: (events: EventBatch) => void;
  /** Events up to this number are no longer there, or never were in this store. */
  readonly onGap: (seq: number) => void;
  readonly onConnection: (state: Connection) => void;
  readonly signal: AbortSignal;
}

const SHORTEST = 250;
const LONGEST = 8_000;
/** The server says something every 15 seconds; a stream that is silent for longer is a dead one. */
const SILENCE = 45_000;

/** Reads the stream for as long as the page lives. After a break it goes on from the last number, so nothing is missed. */
export async function followEvents(options: FollowOptions): Promise<void> {
  let pause = SHORTEST;
  while (!options.signal.aborted) {
    let began = false;
    const onConnection = (state: Connection) => {
      if (state === 'live') began = true;
      options.onConnection(state);
    };
    const end = await readOnce({ ...options, onConnection }).catch(() => 'broken' as const);
    if (options.signal.aborted || end === 'refused') return;
    options.onConnection('waiting');
    pause = began ? SHORTEST : Math.min(LONGEST, pause * 2);
    await wait(pause, options.signal);
  }
}

async function readOnce({ from, onEvents, onGap, onConnection, signal }: FollowOptions): Promise<'broken' | 'refused'> {
  const silence = new AbortController();
  let timer = 0;
  const alive = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), SILENCE);
  };
  alive();
  try {
    const response = await fetch(`/api/events?from=${from()}`, {
      headers: { ...authorization(), accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401 || response.status === 403) {
      onConnection('refused');
      return 'refused';
    }
    if (!response.ok || !response.body) return 'broken';
    onConnection('live');
    const parse = createStreamParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'broken';
      alive();
      for (const { event, id, data } of parse(value)) {
        if (event === 'gap') onGap(Number(id));
        else onEvents(JSON.parse(data) as EventBatch);
      }
    }
  } finally {
    window.clearTimeout(timer);
  }
}

/** Shorter when the browser says that the network is back, or someone looks at the page again. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = window.setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
  });
}
