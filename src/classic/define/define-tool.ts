import type { z } from 'zod';
import type { Schema } from '../../schema/schema.ts';
import type { Attachment, Context, Metadata } from '../../tool/context.ts';
import { type Definition, define, type Info } from '../../tool/define.ts';

/** The context of a running tool of this door; behind a gate it is the gate's whole context. */
export interface ToolContext<M extends Metadata = Metadata> {
  sessionID: string;
  messageID: string;
  agent: string;
  abort: AbortSignal;
  callID?: string;
  metadata(input: Parameters<Context<M>['metadata']>[0]): void;
}

export interface TitledResult<M extends Metadata = Metadata> {
  title: string;
  metadata: M;
  output: string;
  attachments?: Attachment[];
}

/** The answer of a tool from before results with a title; kept for code that still reads it. */
export type ToolResponse<T = unknown> =
  | { success: true; result: T; message: string }
  | { success: false; error: string; message: string };

export interface StaticDefinition<P extends z.ZodType = z.ZodType, M extends Metadata = Metadata> {
  description: string;
  parameters: P;
  execute(args: z.infer<P>, ctx: ToolContext<M>): Promise<TitledResult<M>>;
}

export type ToolInitContext = { workingDir?: string };

/** A definition, or a function that makes one when the tool is first needed. */
export type ToolSource<P extends z.ZodType = z.ZodType, M extends Metadata = Metadata> =
  | StaticDefinition<P, M>
  | ((ctx: ToolInitContext) => Promise<StaticDefinition<P, M>>);

export interface InitInfo<P extends z.ZodType = z.ZodType, M extends Metadata = Metadata> {
  readonly id: string;
  init(ctx?: ToolInitContext): Promise<StaticDefinition<P, M>>;
  /** The definition as the gate takes it. */
  readonly definition: Info['definition'];
}

export function defineTool<P extends z.ZodType, M extends Metadata = Metadata>(
  id: string,
  source: ToolSource<P, M>,
): InitInfo<P, M> {
  const made = (ctx: ToolInitContext) => (typeof source === 'function' ? source(ctx) : Promise.resolve(source));
  const { definition } = define<Schema>(
    id,
    typeof source === 'function'
      ? async ({ cwd }) => (await source({ workingDir: cwd })) as Definition<Schema, undefined>
      : (source as Definition<Schema, undefined>),
  );
  return Object.freeze({ id, init: (ctx = {}) => made(ctx), definition: definition as Info['definition'] });
}
