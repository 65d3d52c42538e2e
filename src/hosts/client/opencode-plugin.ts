// The plugin of opencode, which loads this file into its own process: what the file exports is called for each project.
// It uses nothing of Toolgate but the line to it. Whatever is thrown before a call blocks the call.
import { openPluginLine, type PluginEvent, type PluginInput, replaceInput } from './plugin-line.ts';

interface OpencodeClient {
  readonly session: { get(request: { path: { id: string } }): Promise<{ data?: { parentID?: string } | undefined }> };
}

interface OpencodeInput {
  /** The folder of the project; sessions in others have a plugin of their own. */
  readonly directory: string;
  readonly client?: OpencodeClient;
}

interface ToolCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface Message {
  readonly parts: readonly { readonly callID?: string; readonly state?: { input?: unknown } }[];
}

interface BusEvent {
  readonly type: string;
  readonly properties: {
    readonly sessionID?: string;
    readonly info?: { readonly id?: string; readonly parentID?: string };
    readonly part?: { readonly type?: string; readonly callID?: string; readonly state?: { readonly status?: string } };
  };
}

interface UserMessage {
  readonly message: { readonly agent?: string };
  readonly parts: readonly { readonly type: string; readonly text?: string; readonly synthetic?: boolean }[];
}

/** Milliseconds in which opencode must say of whom a session is. */
const LOOK_UP = 5_000;

/** The rule that `hook install` writes: it denies every tool while this plugin is not there to take it out. */
const WHILE_NOT_LOADED = '**';

export const toolgate = async ({ directory, client }: OpencodeInput, options: unknown) => {
  const line = openPluginLine('opencode', options);
  /** The session that each was started by; undefined: the session is a person's own. */
  const parents = new Map<string, string | undefined>();
  const agents = new Map<string, string>();
  /** Calls that opencode makes itself: it tells their end. */
  const open = new Map<string, PluginEvent>();
  /** The model's own input of calls whose input was replaced. */
  const own = new Map<string, PluginInput>();
  const told = new Set<Promise<void>>();

  const parentOf = async (session: string): Promise<string | undefined> => {
    if (!parents.has(session)) parents.set(session, client && (await lookUp(client, session)));
    return parents.get(session);
  };
  const originOf = async (session: string): Promise<Omit<PluginEvent, 'hook_event_name'>> => {
    let top = session;
    for (let parent = await parentOf(top); parent !== undefined; parent = await parentOf(top)) top = parent;
    if (top === session) return { session_id: top, cwd: directory };
    return { session_id: top, cwd: directory, agent_id: session, agent_type: agents.get(session) };
  };
  /** Work on events, for which opencode does not wait; this plugin waits for it before opencode ends. */
  const later = (doing: Promise<void>): void => {
    const done = doing.catch(() => {}).finally(() => told.delete(done));
    told.add(done);
  };
  later(line.tell({ hook_event_name: 'session-begins', session_id: 'none', cwd: directory }, 'warm'));

  return {
    config(config: { permission?: unknown }): void {
      const { permission } = config;
      if (typeof permission === 'object' && permission !== null)
        delete (permission as Record<string, unknown>)[WHILE_NOT_LOADED];
    },
    async 'chat.message'({ sessionID }: { sessionID: string }, { message, parts }: UserMessage): Promise<void> {
      if (message.agent !== undefined) agents.set(sessionID, message.agent);
      const origin = await originOf(sessionID);
      if (origin.agent_id !== undefined) return;
      const said = parts.flatMap(part => (part.type === 'text' && part.synthetic !== true ? [part.text ?? ''] : []));
      await line.tell({ hook_event_name: 'turn-begins', ...origin, prompt: said.join('\n') }, 'begin');
    },
    async 'tool.execute.before'({ tool, sessionID, callID }: ToolCall, { args }: { args: PluginInput }): Promise<void> {
      const call = { ...(await originOf(sessionID)), tool_name: tool, tool_use_id: callID, tool_input: args };
      const input = await line.judge({ hook_event_name: 'before', ...call });
      if (!input) {
        open.set(callID, { hook_event_name: 'after', ...call });
        return;
      }
      own.set(callID, { ...args });
      replaceInput(args, input);
    },
    async 'tool.execute.after'({ callID }: ToolCall): Promise<void> {
      const call = open.get(callID);
      open.delete(callID);
      if (call) await line.tell(call);
    },
    /** Gives the model its own words back in what it has said before, and not the command that opencode was given. */
    async 'experimental.chat.messages.transform'(_: unknown, { messages }: { messages: readonly Message[] }) {
      for (const { state, callID = '' } of messages.flatMap(({ parts }) => parts)) {
        const input = own.get(callID);
        if (state && input) state.input = input;
      }
    },
    async event({ event: { type, properties } }: { event: BusEvent }): Promise<void> {
      const { sessionID, info, part } = properties;
      if (type === 'session.created' && info?.id !== undefined) parents.set(info.id, info.parentID);
      if (type === 'session.idle' && sessionID !== undefined)
        later(originOf(sessionID).then(origin => line.tell({ hook_event_name: 'turn-ends', ...origin })));
      if (type !== 'message.part.updated' || part?.type !== 'tool' || part.state?.status !== 'error') return;
      const call = open.get(part.callID ?? '');
      open.delete(part.callID ?? '');
      if (call) later(line.tell({ ...call, hook_event_name: 'failed' }));
    },
    async dispose(): Promise<void> {
      await Promise.all(told);
    },
  };
};

/** The parent of a session; where it cannot be told, a person's own: a name in records is no reason to block a call. */
async function lookUp(client: OpencodeClient, id: string): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, LOOK_UP, undefined);
  });
  const found = client.session.get({ path: { id } }).then(
    ({ data }) => data?.parentID,
    () => undefined,
  );
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
