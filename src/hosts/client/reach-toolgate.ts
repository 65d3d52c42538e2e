import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { installedVersion, plainVersion } from './installed-version.ts';
import { ownProcess } from './own-process.ts';
import { hookPlace, isPrivateFolder } from './place.ts';

/**
 * What is to be done where no Toolgate of the project runs: before (start it; without an answer the call is blocked),
 * begin (start it, and wait), warm (start it), after (nothing).
 */
export type HookPhase = 'before' | 'begin' | 'warm' | 'after';

/** Milliseconds until a Toolgate that was started must listen. */
const START = 30_000;
const PAUSE = 25;
/** How often a Toolgate of another version may be met. */
const TRIES = 3;

/** A Toolgate that was started: its exit code once it has ended, which is 0 where another has the place. */
interface StartedToolgate {
  readonly exitCode: number | null;
}

interface ReachOptions {
  readonly phase: HookPhase;
  readonly start: (project: string) => StartedToolgate;
  readonly stop?: AbortSignal;
}

/** The file is the sign of a wrap, where nothing is judged call by call; nobody but root can make it elsewhere. */
export const isWrapped = (): boolean => existsSync('/run/toolgate/wrapped');

/**
 * What the Toolgate of a project answers to an event; throws where there is no answer. A Toolgate of another version
 * than the installed one refuses when it has made room, and the installed one is started and asked.
 */
export async function consultToolgate(
  project: string,
  asked: { readonly host: string; readonly event: unknown },
  options: ReachOptions,
): Promise<string> {
  const version = installedVersion();
  // The hook of Perl has met a Toolgate of another version, and says so by a variable.
  const { TOOLGATE_MADE_ROOM: met, ...env } = process.env;
  let gone = madeRoom(met, version);
  for (let tries = 0; tries < TRIES; tries++) {
    const connection = await reachToolgate(project, options);
    if (!connection)
      throw new Error(`${gone}no Toolgate could be started; try \`toolgate hook serve\` by hand to see why`);
    options.stop?.addEventListener('abort', () => connection.destroy(), { once: true });
    if (options.stop?.aborted) connection.destroy();
    const request = { ask: 'hook', version, phase: options.phase, project, env, client: ownProcess(), ...asked };
    const answer = await askToolgate(connection, request);
    if ('text' in answer) return answer.text;
    gone = madeRoom(answer.other, version);
  }
  throw new Error(`${gone}another of that version took its place again; remove one of the two installations`);
}

const madeRoom = (other: string | undefined, version: string): string =>
  other === undefined ? '' : `Toolgate ${plainVersion(other)} has made room for ${plainVersion(version)}, and `;

async function reachToolgate(project: string, { phase, start, stop }: ReachOptions): Promise<Socket | undefined> {
  const { folder, socket } = hookPlace(project, process.env);
  const there = isPrivateFolder(folder) ? await reach(socket) : undefined;
  if (there || phase === 'after') return there;
  const started = start(project);
  if (phase === 'warm') return undefined;
  for (const end = Date.now() + START; Date.now() < end && !started.exitCode && !stop?.aborted; ) {
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

/** The answer to a request, or the version of a Toolgate that is no more to be asked; throws where none comes. */
async function askToolgate(connection: Socket, request: object): Promise<{ text: string } | { other: string }> {
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
  if (answer.startsWith('v')) return { other: answer.slice(1) };
  if (!answer.startsWith('o')) throw new Error('its answer was none');
  // A host may take an answer that ends in the middle for none at all, and so for a yes.
  if (!answer.endsWith('\n')) throw new Error('its answer was cut off');
  return { text: answer.slice(1, -1) };
}
