import { createHash, randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
} from '@modelcontextprotocol/server';
import type { Toolgate } from '../../../../index.ts';
import { sortKeys } from '../../../read-said.ts';

/** A state that goes to the client and comes back with its answers. It is signed: nobody else can make one. */
export interface RequestState {
  readonly conversation: string;
  readonly subject: string;
  /** The round of questions that the state is about. */
  readonly round: number;
  /** The approvals that were asked. After a restart they are answered by their ids. */
  readonly approvals: readonly string[];
}

const KEY = 'mcp:request-state-key';
/** Seconds for which a yes may come late. */
const SECONDS = 24 * 60 * 60;

/** Signed states. Most servers only list their tools: the key and the signing code are loaded with the first state. */
export function createRequestStates(gate: Toolgate): RequestStateCodec<RequestState> {
  let opening: Promise<RequestStateCodec<RequestState>> | undefined;
  const opened = () => {
    // An opening that failed is tried again by the next state.
    opening ??= openStates(gate).catch(error => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    mint: async (...given) => (await opened()).mint(...given),
    verify: async (...given) => (await opened()).verify(...given),
  };
}

/** Opens the key, which lies with our state, where no tool reads it, so that signed states outlive the process. */
async function openStates({ store }: Toolgate): Promise<RequestStateCodec<RequestState>> {
  let key = await store.state.get(KEY);
  if (typeof key !== 'string') {
    await store.state.set(KEY, randomBytes(32).toString('base64'), { durable: true });
    // Another process may have made a key in the same moment; the stored one counts.
    key = await store.state.get(KEY);
  }
  return createRequestStateCodec<RequestState>({ key: Buffer.from(String(key), 'base64'), ttlSeconds: SECONDS });
}

/** A text that is the same only for the same call of the same caller. */
export function subjectOf(call: { readonly caller: string; readonly tool: string; readonly args: unknown }): string {
  return createHash('sha256').update(textOf(call)).digest('base64url');
}

function textOf(call: unknown): string {
  try {
    return JSON.stringify(call, sortKeys);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The arguments are nested too deeply');
  }
}
