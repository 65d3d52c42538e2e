/** A call that a scripted model makes; text in the place of arguments is for tools that take free text. */
export interface StubCall {
  /** A name, or `/a pattern/`: the first tool offered whose name matches. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>> | string;
}

export interface StubStep {
  readonly text?: string;
  readonly calls?: readonly StubCall[];
}

export interface StubReply {
  readonly id: string;
  readonly text: string | undefined;
  readonly calls: readonly (StubCall & { readonly id: string })[];
}

export interface ToolReply {
  readonly id: string;
  readonly output: string;
}

interface ReadRequest {
  readonly offered: readonly string[];
  readonly said: readonly string[];
  readonly answers: number;
  readonly results: readonly ToolReply[];
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of four protocols, of which only a few fields are looked at
export type Body = any;

export interface ModelProtocol {
  read(body: Body): ReadRequest;
  /** The whole answer, or its events where the body asks for a stream. */
  write(reply: StubReply, body: Body): object | readonly object[];
  frame(event: Body): string;
  readonly end: string;
}

export const joinParts = (content: Body): string =>
  typeof content === 'string' ? content : (content ?? []).map((part: Body) => part.text ?? '').join('\n');

export const namedFrame = (event: Body): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
export const plainFrame = (event: Body): string => `data: ${JSON.stringify(event)}\n\n`;
