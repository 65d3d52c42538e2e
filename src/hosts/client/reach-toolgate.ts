import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { hookPlace, isPrivateFolder } from './place.ts';

/**
 * What is to be done where no Toolgate of the project runs: before (start it; without an answer the call is blocked), begin
 * (start it, and wait), warm (start it), after (nothing).
 */
export type HookPhase = 'before' | 'begin' | 'warm' | 'after';

/** Milliseconds until a Toolgate that was started must listen. */
const START = 30_000;
const PAUSE = 25;

interface ReachOptions {
  readonly phase: HookPhase;
  readonly start: (project: string) => void;
  /** Ends the wait for what was started. */
  readonly stop?: AbortSignal;
}

/** In a wrap nothing is to be judged call by call; nobody but root can make this file elsewhere. */
export const isWrapped = (): boolean => existsSync('/run/toolgate/wrapped');

/** A connection to the Toolgate of a project; undefined where there is none. */
export async function reachToolgate(
  project: string,
  { phase, start, stop }: ReachOptions,
): Promise<Socket | undefined> {
  const { folder, socket } = hookPlace(project, process.env);
  const there = isPrivateFolder(folder) ? await reach(socket) : undefined;
  if (there || phase === 'after') return there;
  start(project);
  if (phase === 'warm') return undefined;
  for (const end = Date.now() + START; Date.now() < end && !stop?.aborted; ) {
    await new Promise(resolve => setTimeout(resolve, PAUSE));
    const connection = isPrivateFolder(folder) ? await reach(socket) : undefined;
    if (connection) return connection;
  }
  return undefined;
}

function reach(socket: string): Promise<Socket | undefined> {
  return new Promise(resolve => {
    const connection = connect(socket);
    connection.once('connect', () => resolve(connection));
    connection.once('error', () => resolve(undefined));
  });
}

/** The answer to a request; throws where there is none. */
export async function askToolgate(connection: Socket, request: object): Promise<string> {
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    connection.setEncoding('utf8');
    connection.on('data', (piece: string) => {
      text += piece;
    });
    connection.once('error', reject);
    connection.once('close', () => resolve(text));
    connection.write(`${JSON.stringify(request)}\n`);
  });
  if (answer.startsWith('p')) throw new Error(answer.slice(1));
  if (!answer.startsWith('o')) throw new Error('its answer was none');
  // A host may take for no answer at all, and so for a yes, what ends in the middle.
  if (!answer.endsWith('\n')) throw new Error('its answer was cut off');
  return answer.slice(1, -1);
}
