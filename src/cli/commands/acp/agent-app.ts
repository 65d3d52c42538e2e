import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { type AgentApp, type AgentCapabilities, agent, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import { newId } from '../../../tool/id.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { EditorSession } from './session/editor-session.ts';
import { listSessions } from './session/list-sessions.ts';
import type { Editor, EditorGateOptions } from './session/open-editor-gate.ts';
import type { AcpOptions } from './session/open-workplace.ts';
import { toRequestError } from './to-request-error.ts';

interface AgentAppOptions {
  readonly options: AcpOptions;
  readonly version: string;
  readonly terminal: Terminal;
  readonly editor: Editor;
  readonly asks: boolean;
  readonly sessions: OpenSessions;
}

const CAPABILITIES: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: false, audio: false, embeddedContext: true },
  mcpCapabilities: { http: true, sse: false },
  sessionCapabilities: { list: {}, resume: {}, close: {} },
};

const MOST_SESSIONS = 50;

export class OpenSessions {
  readonly #all = new Map<string, Promise<EditorSession>>();
  #isOver = false;

  async open(id: string, open: () => Promise<EditorSession>): Promise<EditorSession> {
    // An editor that opens a session again has lost it.
    await this.close(id);
    if (this.#isOver) throw RequestError.sessionNotFound(id);
    if (this.#all.size >= MOST_SESSIONS)
      throw RequestError.invalidRequest(undefined, `${MOST_SESSIONS} sessions are open; close one first`);
    const opening = open();
    this.#all.set(id, opening);
    opening.catch(() => this.#all.delete(id));
    return opening;
  }

  async find(id: string): Promise<EditorSession> {
    const found = await this.#all.get(id);
    if (!found) throw RequestError.sessionNotFound(id);
    return found;
  }

  async folders(): Promise<readonly string[]> {
    const opened = await Promise.allSettled(this.#all.values());
    return [...new Set(opened.flatMap(each => (each.status === 'fulfilled' ? each.value.folder : [])))];
  }

  async close(id: string): Promise<void> {
    const open = this.#all.get(id);
    this.#all.delete(id);
    await (await open?.catch(() => undefined))?.close();
  }

  async closeAll(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([...this.#all.keys()].map(id => this.close(id)));
  }
}

export function createAgentApp(given: AgentAppOptions): AgentApp {
  const { options, version, terminal, sessions } = given;

  async function open(
    id: string,
    { cwd, mcpServers = [] }: { readonly cwd: string; readonly mcpServers?: EditorGateOptions['servers'] },
    kept: boolean,
  ): Promise<EditorSession> {
    const folder = checkFolder(cwd, options.workspace);
    const session = await sessions.open(id, () =>
      EditorSession.open({ ...given, id, cwd, folder, servers: mcpServers }, { kept }),
    );
    // The commands are told once the editor knows of the session.
    setImmediate(() => session.tellCommands());
    return session;
  }

  // The handler of a prompt stands before that of its cancel: messages that come together are looked at side by side.
  return agent({ name: 'toolgate' })
    .onRequest('initialize', () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: CAPABILITIES,
      agentInfo: { name: 'toolgate', title: 'Toolgate', version },
      authMethods: [],
    }))
    .onRequest('session/prompt', ({ params, signal }) =>
      told(async () => (await sessions.find(params.sessionId)).prompt(params.prompt, signal)),
    )
    .onRequest('session/new', ({ params }) =>
      told(async () => {
        const session = await open(newId(), params, false);
        return { sessionId: session.id, modes: session.modes };
      }),
    )
    .onRequest('session/load', ({ params }) =>
      told(async () => {
        const session = await open(params.sessionId, params, true);
        await session.replay();
        return { modes: session.modes };
      }),
    )
    .onRequest('session/resume', ({ params }) =>
      told(async () => ({ modes: (await open(params.sessionId, params, true)).modes })),
    )
    .onRequest('session/list', ({ params }) =>
      told(async () => {
        const folders = params.cwd ? [checkFolder(params.cwd, options.workspace)] : await sessions.folders();
        const lists = await Promise.all(folders.map(folder => listSessions(folder, { ...options, terminal })));
        return { sessions: lists.flat() };
      }),
    )
    .onRequest('session/set_mode', ({ params }) =>
      told(async () => {
        await (await sessions.find(params.sessionId)).setMode(params.modeId);
        return {};
      }),
    )
    .onRequest('session/close', ({ params }) =>
      told(async () => {
        await sessions.find(params.sessionId);
        await sessions.close(params.sessionId);
        return {};
      }),
    )
    .onNotification('session/cancel', async ({ params }) => {
      (await sessions.find(params.sessionId)).cancel();
    });
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRequestError(error);
  }
}

/**
 * The folder that a session works in: the editor's, or the one that the command was started for. Throws where there is
 * no such folder, or the editor's lies outside of it.
 */
function checkFolder(cwd: string, only: string | undefined): string {
  const folder = realFolder(cwd);
  if (only === undefined) return folder;
  const allowed = realFolder(only);
  const inside = relative(allowed, folder);
  if (inside.split('/')[0] === '..') throw refused(`${cwd} lies outside of ${only}, for which this agent was started`);
  return allowed;
}

function realFolder(path: string): string {
  if (!isAbsolute(path)) throw refused(`${JSON.stringify(path.slice(0, 200))} is no absolute path`);
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    throw refused(`${path} is not there`);
  }
  throw refused(`${path} is no folder`);
}

const refused = (why: string): RequestError => RequestError.invalidParams(undefined, `cwd: ${why}`);
