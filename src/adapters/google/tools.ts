import type { CallRequest, Outcome, Tool, Toolgate, Vocabulary } from '../../index.ts';
import { checkOptions } from '../../index.ts';
import { isRecord } from '../../schema/json.ts';
import { showOutcome, webAddress } from '../attachments.ts';
import { offerTools } from '../offer-tools.ts';
import { readSaidList, readSaidText, recordOf } from '../read-said.ts';
import { cutOff, type ProviderTools, planOne, type ReplyOptions, runPlannedCalls } from '../run-reply.ts';

export type GoogleFunction = { name: string; description: string; parametersJsonSchema: Record<string, unknown> };

type Media = { inlineData?: { mimeType: string; data: string }; fileData?: { mimeType: string; fileUri: string } };

export interface FunctionResponsePart {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: Media[];
  };
}

export interface GoogleOptions {
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
}

/** A response, one of its contents, its parts, its function calls, or the `toolCall` of a live session. */
export type GoogleSaid = object | readonly object[];

/** Tools for a request, and a `CallableTool` of the provider's library: `tools: [toGoogleTools(gate)]` runs itself. */
export interface GoogleTools extends ProviderTools<GoogleFunction, GoogleSaid, FunctionResponsePart> {
  tool(): Promise<{ functionDeclarations: GoogleFunction[] }>;
  callTool(calls: readonly object[]): Promise<FunctionResponsePart[]>;
}

/** The tools of a gate for Google's generative models. */
export function toGoogleTools(gate: Toolgate, options: GoogleOptions = {}): GoogleTools {
  const { vocabulary } = checkOptions('toGoogleTools', options, { vocabulary: true });
  const offer = offerTools(gate, { profile: 'google', vocabulary });

  async function definitions(): Promise<GoogleFunction[]> {
    return (await offer.list()).map(({ name, description, lowered }) => {
      return { name, description, parametersJsonSchema: { ...lowered.schema } };
    });
  }

  async function run(said: GoogleSaid, options?: ReplyOptions): Promise<FunctionResponsePart[]> {
    const lifted = await offer.lift(callsOf(said).map(readCall));
    const planned = lifted.map(call => planOne(call, outcome => responseOf(call, outcome)));
    return runPlannedCalls(gate, planned, options);
  }

  return {
    definitions,
    losses: offer.losses,
    run,
    tool: async () => ({ functionDeclarations: await definitions() }),
    callTool: calls => run(calls),
  };
}

function callsOf(said: GoogleSaid): readonly unknown[] {
  if (Array.isArray(said)) return said.flatMap(part => callOf(part) ?? []);
  const { candidates, content, parts, functionCalls } = recordOf(said);
  if (candidates === undefined && Array.isArray(functionCalls)) return functionCalls;
  const [first] = readSaidList(candidates);
  const from = recordOf(candidates === undefined ? (content ?? { parts }) : recordOf(first).content);
  return readSaidList(from.parts).flatMap(part => recordOf(part).functionCall ?? []);
}

/** The call of a part; an entry that is no part is taken for a call, so that it gets its answer. */
function callOf(entry: unknown): unknown {
  if (!isRecord(entry)) return {};
  if ('functionCall' in entry) return entry.functionCall;
  return 'name' in entry || 'args' in entry ? entry : undefined;
}

function readCall(call: unknown): CallRequest {
  const { id, name, args, partialArgs, willContinue } = recordOf(call);
  const read = { ...(typeof id === 'string' ? { id } : {}), name: readSaidText(name), args: args ?? {} };
  return willContinue === true || partialArgs !== undefined ? cutOff(read) : read;
}

function responseOf({ id, name }: CallRequest, outcome: Outcome): FunctionResponsePart {
  const { text, parts } = showOutcome(outcome, mediaOf);
  const named = id === undefined ? { name } : { id: String(id), name };
  const response = outcome.ok ? { output: text } : { error: text };
  return { functionResponse: { ...named, response, ...(parts.length === 0 ? {} : { parts }) } };
}

/** The media that a function's response may hold. */
const MEDIA: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']);

function mediaOf({ mediaType, data, url }: Tool.Attachment): Media | undefined {
  if (!MEDIA.has(mediaType)) return undefined;
  if (data !== undefined) return { inlineData: { mimeType: mediaType, data } };
  const fileUri = webAddress(url);
  return fileUri === undefined ? undefined : { fileData: { mimeType: mediaType, fileUri } };
}
