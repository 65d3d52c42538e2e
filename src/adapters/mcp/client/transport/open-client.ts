import { createContext, Script } from 'node:vm';
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  isSpecType,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { isRecord } from '../../../../schema/json.ts';
import { isHttp, type McpServerConfig } from '../server-config.ts';
import { HttpTransport } from './http-transport.ts';
import { newTransport, type WayOptions } from './new-transport.ts';

export type Elicitor = (params: ElicitRequest['params']) => Promise<ElicitResult>;

export interface OpenClientOptions extends WayOptions {
  readonly config: McpServerConfig;
  readonly version: string;
  /** Milliseconds after which a server that says nothing counts as not come up. */
  readonly patience: number;
  /** Fires when nobody wants the client any more. */
  readonly signal: AbortSignal;
  /** Answers the server's questions to the user; without it nothing can be asked. */
  readonly elicit?: Elicitor;
  /** Called with the way before it is open: its transport where it is HTTP, and the hint at the reason of a failure. */
  readonly onWay: (http: HttpTransport | undefined, hint: () => string) => void;
  readonly onEnd: () => void;
  readonly onListChanged: () => void;
}

/** A client of a server that has come up. */
export async function openClient(options: OpenClientOptions): Promise<Client> {
  const late = AbortSignal.timeout(options.patience);
  try {
    const given = AbortSignal.any([late, options.signal]);
    return await open(options, 'auto', given).catch(error => {
      // Some older servers end at a question that is newer than they are.
      const endedAtQuestion = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
      if (given.aborted || isHttp(options.config) || !endedAtQuestion) throw error;
      return open(options, 'legacy', given);
    });
  } catch (error) {
    throw late.aborted ? new Error(`it did not come up within ${options.patience / 1000} s`) : error;
  }
}

async function open(options: OpenClientOptions, mode: 'auto' | 'legacy', given: AbortSignal): Promise<Client> {
  const { patience } = options;
  const client = newClient(options, mode);
  const { transport, hint } = newTransport(options.config, options);
  options.onWay(transport instanceof HttpTransport ? transport : undefined, hint);
  client.onclose = options.onEnd;
  transport.onmessage = tameContent;
  try {
    await within(client.connect(transport, { timeout: patience }), given);
  } catch (error) {
    client.onclose = undefined;
    // While the client tries out what the server speaks, it does not know of the transport yet.
    await within(Promise.all([client.close(), transport.close()]), AbortSignal.timeout(2_000)).catch(() => {});
    throw error;
  }
  // Newer servers tell of changes only where a client asks for that; none of the older servers knows the request.
  if (client.getServerCapabilities()?.tools?.listChanged)
    client.listen({ toolsListChanged: true }, { timeout: patience }).catch(() => {});
  return client;
}

function newClient({ version, elicit, onListChanged }: OpenClientOptions, mode: 'auto' | 'legacy'): Client {
  const capabilities = elicit && { elicitation: { form: { applyDefaults: true } } };
  const options = { versionNegotiation: { mode }, jsonSchemaValidator: timedValidator, capabilities };
  const client = new Client({ name: 'toolgate', version }, options);
  client.setNotificationHandler('notifications/tools/list_changed', onListChanged);
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  // Odd messages are the server's own trouble; the call that they belong to ends by its time.
  client.onerror = () => {};
  return client;
}

/** The work's result, or an error once the signal fires. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('too late')));
  return Promise.race([work, late]);
}

/** The most characters of an unknown type. */
const MOST_TYPE = 40;

/**
 * Makes a line of each block that this revision of the protocol does not know, and keeps the other blocks; the client
 * would refuse the whole answer. The client sees the same object after us.
 */
function tameContent(message: unknown): void {
  const result = isRecord(message) ? message.result : undefined;
  if (!isRecord(result) || !Array.isArray(result.content)) return;
  for (const [index, block] of result.content.entries())
    if (!isSpecType.ContentBlock(block)) result.content[index] = { type: 'text', text: sayLeftOut(block) };
}

function sayLeftOut(block: unknown): string {
  const type = isRecord(block) && typeof block.type === 'string' ? block.type : 'unknown';
  return `[a block of type ${JSON.stringify(type.slice(0, MOST_TYPE))} was left out]`;
}

/** The longest time in milliseconds: patterns and references of others can take longer than anyone lives. */
const LONGEST = 1_000;

const RUN = new Script('run()');
const room: { run?: () => unknown } = createContext({});

/** Returns what the function returns, or throws after the time: the only way to leave work that never pauses. */
function inTime<T>(run: () => T): T {
  room.run = run;
  return RUN.runInContext(room, { timeout: LONGEST }) as T;
}

/** Checks a server's results against the schema that it gave, without being held up by either. */
const timedValidator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const validate = inTime(() => new AjvJsonSchemaValidator().getValidator<T>(schema));
    return value => {
      try {
        return inTime(() => validate(value));
      } catch {
        return { valid: false, data: undefined, errorMessage: 'the check took too long' };
      }
    };
  },
};
